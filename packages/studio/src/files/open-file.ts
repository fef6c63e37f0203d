/** Files of a person: a scene file or a problem file, told apart by what is in them. */
import type { Session } from '../session/session.ts';

/** Bytes: more is not read, since the page would hold it several times over. */
const MOST = 64e6;

export async function openFile(session: Session, file: File): Promise<void> {
  if (file.size > MOST) {
    session.say(`${file.name}: expected at most ${MOST / 1e6} MB, found ${Math.ceil(file.size / 1e6)} MB.`, 'error');
    return;
  }
  try {
    openText(session, file.name, await file.text());
  } catch (error) {
    session.say(`${file.name}: ${(error as Error).message}`, 'error');
  }
}

/** @throws Error with a sentence for a text that is no such file; what is wrong inside one the worker reports */
export function openText(session: Session, name: string, text: string): void {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new Error(`expected a scene file or a problem file, found no JSON: ${(error as Error).message}`);
  }
  const { format } = (typeof document === 'object' && document !== null ? document : {}) as { format?: unknown };
  const title = name.replace(/(\.scene|\.problem)?\.json$/, '');
  if (format === 'signorini-problem') session.openProblem(title, text);
  else if (format === 'signorini-scene')
    session.open({ source: { kind: 'file', title, text }, timeStep: null, frictionModel: null, integrator: null });
  else
    throw new Error(
      `expected "format": "signorini-scene" or "signorini-problem", found ${JSON.stringify(format) ?? 'none'}`,
    );
}
