/** Tables of named offsets: they pass a kernel the places of its numbers. */
import type { Layout } from './layouts.ts';

/** The i32 offset of a table of layout L. A plain number, or a table of another layout, is a type error. */
export type Table<L> = number & { readonly tableOf: (layout: L) => L };

/** An entry that no called kernel reads; a kernel that reads it leaves the memory and traps. */
export const ABSENT = -1;

/** The entries of a table of layout L. */
export type Entries<L> = { readonly [Name in Exclude<keyof L, 'size'>]: number };

/** Writes every entry of a table by its name; `entries` may hold more. */
export function writeTable<L extends Layout>(I: Int32Array, table: Table<L>, layout: L, entries: Entries<L>): void {
  const places = layout as Readonly<Record<string, number>>;
  const values = entries as Readonly<Record<string, number>>;
  for (const name in places) if (name !== 'size') I[table + places[name]] = values[name];
}

/** Tables as they were written first, to be copied when the same layout comes back. */
export class WrittenTables {
  private readonly copies: { readonly table: number; readonly words: Int32Array }[] = [];

  write<L extends Layout>(I: Int32Array, table: Table<L>, layout: L, entries: Entries<L>): void {
    writeTable(I, table, layout, entries);
    this.copies.push({ table, words: I.slice(table, table + layout.size) });
  }

  again(I: Int32Array): void {
    for (const { table, words } of this.copies) I.set(words, table);
  }
}
