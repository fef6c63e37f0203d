/** The session for components below the page. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Session } from '../session/session.ts';
import type { State } from '../session/state.ts';
import { useStore } from '../session/store.ts';

export const SessionContext = createContext<Session | null>(null);
export const useSession = (): Session => useContext(SessionContext)!;
export const usePart = <S>(part: (state: State) => S): S => useStore(useSession().store, part);
