/** A component whose code is loaded when it is first shown. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useSession } from './session-context.ts';

export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Late(props: Props) {
    const session = useSession();
    const [, redraw] = useState({});
    useEffect(() => {
      if (loaded) return;
      load().then(
        (component) => {
          loaded = component;
          redraw({});
        },
        () => session.say('A part of the studio could not be loaded. Is its server still there?', 'error'),
      );
    }, []);
    const Component = loaded;
    return Component ? <Component {...props} /> : null;
  };
}
