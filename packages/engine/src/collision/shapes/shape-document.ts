/** A shape as plain JSON, and back: scene files and recorded runs. */
import { checked } from '../../checks/value.ts';
import { descriptionOf, type Shape } from './shape.ts';
import { anyShape } from './shape-kinds.ts';

export function shapeDocument(shape: Shape): Readonly<Record<string, unknown>> {
  const { kind, parts, ...fields } = descriptionOf(shape) as { kind: string; parts?: readonly { shape: Shape }[] };
  return {
    kind,
    ...fields,
    ...(parts && { parts: parts.map((part) => ({ ...part, shape: shapeDocument(part.shape) })) }),
  };
}

/** @param where for the sentence @throws ContractError */
export const readShape = (document: unknown, where: string): Shape => checked(anyShape, document, where);
