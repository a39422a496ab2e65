/** A page whose canvas draws squares and the lines between them once for each frame in which the mouse moved. */
export function bareCanvas(nodes: number, links: number): string {
  return `<!doctype html><style>body { margin: 0 }</style><canvas width="980" height="560"></canvas><script>
const canvas = document.querySelector("canvas");
const context = canvas.getContext("2d");
const columns = Math.ceil(Math.sqrt(${nodes} * 1.75));
const at = (i) => [20 + (i % columns) * (940 / columns), 20 + Math.floor(i / columns) * (520 * columns / ${nodes})];
let [x, y, isAsked] = [0, 0, false];
const draw = () => {
  isAsked = false;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, 980, 560);
  context.translate(x, y);
  for (let i = 0; i < ${links}; i++) {
    context.beginPath();
    context.moveTo(...at(i % ${nodes}));
    context.lineTo(...at((i * 7 + 1) % ${nodes}));
    context.stroke();
  }
  for (let i = 0; i < ${nodes}; i++) {
    const [left, top] = at(i);
    context.fillRect(left - 4, top - 4, 8, 8);
  }
};
canvas.addEventListener("mousemove", (event) => {
  [x, y] = [event.clientX / 4, event.clientY / 4];
  if (!isAsked) requestAnimationFrame(draw);
  isAsked = true;
});
draw();
</script>`;
}
