// Loads what a page shows: `const jobs = useResource((options) => api.jobs.list(query, options), [state, cursor])`.

import type { CallOptions } from '@finderfee/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { REFRESH } from './api.ts';
import { checkSession } from './session.ts';

export interface Resource<T> {
  /** Stays while it is loaded again, so that nothing flickers. */
  data: T | undefined;
  error: unknown;
  isLoading: boolean;
  reload: () => void;
}

type State<T> = Omit<Resource<T>, 'reload'>;

interface Options {
  /** Loads again after this long, while the page is visible. */
  refreshMs?: number;
}

/** Loads when the page opens, when an input changes, and when asked to. `load` must pass on its options. */
export function useResource<T>(
  load: (options: CallOptions) => PromiseLike<T>,
  inputs: readonly unknown[],
  { refreshMs }: Options = {},
): Resource<T> {
  const [state, setState] = useState<State<T>>({ data: undefined, error: undefined, isLoading: true });
  const [reloads, setReloads] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = async (isRefresh: boolean) => {
      if (!isRefresh) setState((before) => ({ ...before, isLoading: true }));
      try {
        const data = await latest.current({ signal: ended.signal, ...(isRefresh ? REFRESH : {}) });
        if (!ended.signal.aborted) setState({ data, error: undefined, isLoading: false });
      } catch (error) {
        if (ended.signal.aborted) return;
        setState((before) => ({ ...before, error, isLoading: false }));
        void checkSession(error);
      }
      wait();
    };
    const wait = () => {
      if (refreshMs && !ended.signal.aborted)
        timer = setTimeout(() => (document.hidden ? wait() : start(true)), refreshMs);
    };
    void start(false);
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [JSON.stringify(inputs), reloads, refreshMs]);
  return { ...state, reload: () => setReloads((count) => count + 1) };
}
