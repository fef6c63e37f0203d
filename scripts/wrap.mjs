// Paragraphs of generated pages in lines of at most 120 characters; headings, tables, pictures, lists and code stay as they are.
export function wrapped(block) {
  return block
    .split('\n\n')
    .map((text) => (/^(#|\||```|!\[)/.test(text) ? text : linesOf(text).join('\n')))
    .join('\n\n');
}

function linesOf(paragraph) {
  const lines = [''];
  for (const word of paragraph.split(/\s+/)) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
    if ([...longer].length <= 120) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
