/** A message of a stream; `id` is the last one that the reader got, as a client would give it back. */
export interface Message {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: data is asserted on, member by member
  data: any;
  id: string | undefined;
  /** By `performance.now()`. */
  at: number;
}

/** Reads Server-Sent Events as the standard says (HTML, section 9.2.6). */
export class EventStream {
  readonly messages: Message[] = [];
  /** The whole text that arrived. */
  text = "";
  lastId: string | undefined;
  hasEnded = false;
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest = "";
  #waiting: (() => void)[] = [];

  constructor(response: Response) {
    this.response = response;
    this.#reader = response.body!.getReader();
    void this.#read();
  }

  async #read() {
    const decoder = new TextDecoder();
    try {
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (done) break;
        this.#take(decoder.decode(value, { stream: true }));
      }
    } catch {
      // A connection that was cut.
    }
    this.hasEnded = true;
    this.#wake();
  }

  #take(text: string) {
    this.text += text;
    this.#rest += text;
    const blocks = this.#rest.split("\n\n");
    this.#rest = blocks.pop()!;
    for (const block of blocks) this.#takeBlock(block);
    this.#wake();
  }

  #takeBlock(block: string) {
    const fields = new Map(block.split("\n").map((line) => /^(\w*):? ?(.*)$/.exec(line)!.slice(1) as [string, string]));
    this.lastId = fields.get("id") ?? this.lastId;
    const data = fields.get("data");
    if (data === undefined) return;
    const event = fields.get("event") ?? "message";
    this.messages.push({ event, data: JSON.parse(data), id: this.lastId, at: performance.now() });
  }

  #wake() {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** The first message that fits; rejects if none came within 10 s, or the stream ended before. */
  async next(fits: (message: Message) => boolean, ms = 10_000): Promise<Message> {
    const until = performance.now() + ms;
    for (;;) {
      const found = this.messages.find(fits);
      if (found) return found;
      const remaining = until - performance.now();
      if (this.hasEnded || remaining <= 0) {
        throw new Error(`no such message ${this.hasEnded ? "before the end" : "in time"}: ${this.text.slice(-2_000)}`);
      }
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        setTimeout(resolve, remaining).unref();
      });
    }
  }

  /** The first message of that name that tells of the thing. */
  tells(event: string, id: string, more: object = {}): Promise<Message> {
    const wanted = Object.entries({ id, ...more });
    return this.next(
      (message) =>
        message.event === event &&
        message.data.items?.some((item: Record<string, unknown>) =>
          wanted.every(([name, value]) => item[name] === value),
        ),
    );
  }

  /** Ids of all things that were told of, in the order of their messages. */
  ids(event: string): string[] {
    return this.messages
      .filter((m) => m.event === event)
      .flatMap(({ data }) => data.items.map((i: { id: string }) => i.id));
  }

  async end(ms = 10_000): Promise<void> {
    const until = performance.now() + ms;
    while (!this.hasEnded && performance.now() < until) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        setTimeout(resolve, 100).unref();
      });
    }
    if (!this.hasEnded) throw new Error("the stream did not end");
  }

  /** The client goes away. */
  async close(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined);
  }
}
