/** The only list of force elements: worlds and scene files make them by kind. */
import { byKind, type Kind } from '../../checks/fields.ts';
import type { Value } from '../../checks/value.ts';
import { CONSTANT_FORCE, type ConstantForceOptions, constantForce } from './constant-force.ts';
import type { ForceElement } from './force-element.ts';
import { SPRING_DAMPER, type SpringDamperOptions, springDamper } from './spring-damper.ts';
import { TORQUE_CONVERTER, type TorqueConverterOptions, torqueConverter } from './torque-converter.ts';
import { TORSIONAL_SPRING, type TorsionalSpringOptions, torsionalSpring } from './torsional-spring.ts';

export type ForceOptions =
  | ({ readonly kind: 'spring-damper' } & SpringDamperOptions)
  | ({ readonly kind: 'torsional-spring' } & TorsionalSpringOptions)
  | ({ readonly kind: 'constant-force' } & ConstantForceOptions)
  | ({ readonly kind: 'torque-converter' } & TorqueConverterOptions);
export type ForceKind = ForceOptions['kind'];

interface Maker<Options> extends Kind {
  readonly make: (options: Options) => ForceElement;
}

export const FORCES: { readonly [K in ForceKind]: Maker<Omit<Extract<ForceOptions, { kind: K }>, 'kind'>> } = {
  'spring-damper': { summary: 'a spring with a damper between two points', fields: SPRING_DAMPER, make: springDamper },
  'torsional-spring': { summary: 'the same about an axis', fields: TORSIONAL_SPRING, make: torsionalSpring },
  'constant-force': { summary: 'a force and a torque that stay the same', fields: CONSTANT_FORCE, make: constantForce },
  'torque-converter': { summary: 'between two shafts', fields: TORQUE_CONVERTER, make: torqueConverter },
};

export const anyForce: Value<ForceOptions> = byKind<ForceOptions>(FORCES, 'an object with a kind');

/** A force element of checked options. @throws ContractError for what does not fit together */
export function makeForce({ kind, ...options }: ForceOptions): ForceElement {
  return (FORCES[kind] as Maker<object>).make(options);
}
