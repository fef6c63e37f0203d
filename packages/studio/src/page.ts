/** Fills the placeholder page's table. */
import { rodSweeps } from './sweeps.ts';

const table = document.querySelector('#sweeps');
const row = (kind: 'th' | 'td', cells: readonly string[]) => {
  const line = document.createElement('tr');
  for (const text of cells) line.appendChild(document.createElement(kind)).textContent = text;
  table?.appendChild(line);
};
row('th', ['sweep', 'natural residual', 'Fischer-Burmeister', 'energy error']);
for (const { sweep, natural, fischer, energy } of rodSweeps(8))
  row('td', [String(sweep), natural.toExponential(2), fischer.toExponential(2), `${energy.toExponential(2)} J`]);
