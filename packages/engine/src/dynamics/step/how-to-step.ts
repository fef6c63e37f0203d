/** What the settings of a world mean for its stepper: every default in one place. */
import { contactSettings, type WorldSettings } from '../settings.ts';
import { sleepSettings } from './sleeping.ts';
import type { StepParts } from './step-state.ts';

type FromSettings =
  | 'title'
  | 'timeStep'
  | 'h'
  | 'gravity'
  | 'integrator'
  | 'gyroscopic'
  | 'projection'
  | 'sleep'
  | 'margin'
  | 'contact';

/** Of checked settings. */
export function howToStep(settings: WorldSettings): Pick<StepParts, FromSettings> {
  const { timeStep = 1 / 60, gravity = [0, 0, -9.81], contactMargin = 0.004 } = settings;
  return {
    title: settings.title ?? 'world',
    timeStep,
    h: timeStep,
    gravity,
    integrator: settings.integrator ?? (settings.accuracy === undefined ? 'euler' : 'auto'),
    gyroscopic: settings.gyroscopic !== 'none',
    projection: settings.projection ?? 'loops',
    sleep: sleepSettings(settings.sleep),
    margin: contactMargin / 2,
    contact: contactSettings(settings),
  };
}
