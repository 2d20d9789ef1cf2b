// `<ErrorBox error={resource.error} retry={resource.reload} />`: what failed, with the request id for the logs.
import { FinderfeeError } from '@finderfee/client';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';

/** One line for toasts. */
export function describeError(error: unknown): string {
  const { message, requestId } = messageOf(error);
  return requestId ? `${message} (request ${requestId})` : message;
}

const messageOf = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  requestId: error instanceof FinderfeeError ? error.requestId : undefined,
});

/** Nothing if there is no error. */
export function ErrorBox({ error, retry }: { error: unknown; retry?: () => void }) {
  if (!error) return null;
  const { message, requestId } = messageOf(error);
  return (
    <div class="error-box" role="alert">
      <Icon name="warning" />
      <div>
        <p>{message}</p>
        {requestId && (
          <p class="request-id">
            Request <code>{requestId}</code> <CopyButton text={requestId} label="Copy the request id" />
          </p>
        )}
      </div>
      {retry && (
        <button class="button small" type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
