// Commands that call verbs of the API: what a verb refuses is a message and the exit code 1.
import { ERRORS } from '@finderfee/contract/errors.ts';
import { AppError } from './app-error.ts';
import { InvalidInput } from './invalid-input.ts';
import { printable } from './printable.ts';
import type { WithDeps } from './store-deps.ts';

export const withRefusals =
  <S>(withDeps: WithDeps<S>): WithDeps<S> =>
  (action, check) =>
    withDeps(async (deps) => {
      try {
        return await action(deps);
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === undefined) throw error;
        console.error(printable(refusal));
        return 1;
      }
    }, check);

function refusalOf(error: unknown): string | undefined {
  if (error instanceof InvalidInput)
    return error.faults.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n');
  return error instanceof AppError && ERRORS[error.code].status < 500 ? error.detail : undefined;
}
