/** Words as a command line: those that a shell would take apart are quoted. */
export function shellText(words: readonly (string | number)[]): string {
  return words
    .map(String)
    .map((word) => (/^[\w./=:,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}
