/** Work on one item at a time. While it goes on, only the newest of the others waits, and those before it are dropped. */
export interface NewestFirst<Item> {
  readonly offer: (item: Item) => void;
  /** Settles when nothing is under way or waits. Rejects where the work did. */
  readonly settled: () => Promise<void>;
}

/** Makes a {@link NewestFirst}: what comes faster than it can be worked on takes neither time nor memory. */
export function createNewestFirst<Item>(work: (item: Item) => Promise<void>): NewestFirst<Item> {
  let waiting: { readonly item: Item } | undefined;
  let underWay: Promise<void> | undefined;
  return {
    offer: (item) => {
      waiting = { item };
      underWay ??= workOff();
      underWay.catch(() => undefined);
    },
    settled: async () => underWay,
  };

  async function workOff(): Promise<void> {
    while (waiting) {
      const { item } = waiting;
      waiting = undefined;
      await work(item);
    }
    underWay = undefined;
  }
}
