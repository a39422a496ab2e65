/** Quantiles 0.9 of Student's t by degrees of freedom from 1: two-sided intervals of 80 %. */
const T_90 = [
  3.078, 1.886, 1.638, 1.533, 1.476, 1.44, 1.415, 1.397, 1.383, 1.372, 1.363, 1.356, 1.35, 1.345, 1.341, 1.337, 1.333,
  1.33, 1.328, 1.325, 1.323, 1.321, 1.319, 1.318, 1.316, 1.315, 1.314, 1.313, 1.311, 1.31,
];
const NORMAL_90 = 1.2816;

function t90(freedom: number): number {
  return T_90[freedom - 1] ?? NORMAL_90 + 0.85 / freedom;
}

export interface Forecast {
  /** Change from one point to the next. */
  slope: number;
  /** The next value, and the bounds that hold it with 80 %. */
  next: number;
  low: number;
  high: number;
}

/** Fewest points of which a trend is told. */
export const FEWEST_POINTS = 8;

/**
 * The least-squares line through equally spaced values, and the prediction interval of 80 % for the next one; undefined for
 * fewer than `FEWEST_POINTS`.
 */
export function forecast(values: readonly number[]): Forecast | undefined {
  const n = values.length;
  if (n < FEWEST_POINTS) return undefined;
  const centre = (n - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  let [sxx, sxy] = [0, 0];
  values.forEach((value, x) => {
    sxx += (x - centre) ** 2;
    sxy += (x - centre) * (value - mean);
  });
  const slope = sxy / sxx;
  const at = (x: number) => mean + slope * (x - centre);
  const residual = values.reduce((sum, value, x) => sum + (value - at(x)) ** 2, 0);
  const spread = t90(n - 2) * Math.sqrt((residual / (n - 2)) * (1 + 1 / n + (n - centre) ** 2 / sxx));
  const next = at(n);
  return { slope, next, low: next - spread, high: next + spread };
}

/** Quantile by linear interpolation between order statistics (type 7 of Hyndman and Fan). `sorted` is not empty. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)]!;
  return low + (sorted[Math.ceil(at)]! - low) * (at - Math.floor(at));
}

/** Fewest values among which one can stand out. */
const FEWEST_FOR_OUTLIERS = 8;

/** Bounds beyond which a value is an outlier: one and a half interquartile ranges from the quartiles (Tukey). */
export function outlierBounds(values: readonly number[]): { low: number; high: number } | undefined {
  if (values.length < FEWEST_FOR_OUTLIERS) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const [q1, q3] = [quantile(sorted, 0.25), quantile(sorted, 0.75)];
  if (q1 === q3) return undefined;
  return { low: q1 - 1.5 * (q3 - q1), high: q3 + 1.5 * (q3 - q1) };
}
