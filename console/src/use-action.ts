// Does what a button says: `const { run, isBusy } = useAction(() => api.jobs.retry(id), { done: 'The job is queued' })`.
import { useState } from 'preact/hooks';
import { checkSession } from './session.ts';
import { describeError } from './ui/error-box.tsx';
import { toast } from './ui/toast.tsx';

interface Options<T> {
  /** What to say when it is done. */
  done?: string | ((result: T) => string);
  onDone?: (result: T) => void;
}

/** One run at a time. A failure is shown as a toast, with the request id. */
export function useAction<T, A extends unknown[]>(
  action: (...args: A) => PromiseLike<T>,
  { done, onDone }: Options<T> = {},
) {
  const [isBusy, setBusy] = useState(false);
  const run = async (...args: A): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      const result = await action(...args);
      if (done) toast(typeof done === 'string' ? done : done(result));
      onDone?.(result);
    } catch (error) {
      toast(describeError(error), 'bad');
      void checkSession(error);
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy };
}
