// Imports a file into a feed, after a dry run of it or of what the feed would fetch.
import type { FeedPrediction } from '@finderfee/client';
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { hrefOf, navigate } from '../../router.ts';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useAction } from '../../use-action.ts';
import { Problem, Samples } from './preview.tsx';
import { Faults, Report } from './report.tsx';

const SOURCES = { file: 'A file', url: 'Its URL' };

interface Props {
  id: string;
  isOpen: boolean;
  close: () => void;
}

export function ImportDialog({ id, isOpen, close }: Props) {
  return (
    <Dialog title="Import a file" isOpen={isOpen} onClose={close} isWide>
      <ImportForm id={id} close={close} />
    </Dialog>
  );
}

function ImportForm({ id, close }: Pick<Props, 'id' | 'close'>) {
  const [source, setSource] = useState('file');
  const [file, setFile] = useState<File>();
  const [force, setForce] = useState(false);
  const [prediction, setPrediction] = useState<FeedPrediction>();
  const isFile = source === 'file';
  const query = () => ({ force, ...(isFile ? { file_name: file!.name.slice(0, 200) } : {}) });
  const dryRun = useAction(() => api.feeds.predict(id, isFile ? file : undefined, query()), { onDone: setPrediction });
  const upload = useAction(() => api.feeds.upload(id, file!, query()), {
    done: 'The import has begun',
    onDone: (run) => navigate(hrefOf(['feeds', id, run.id])),
  });
  const isBusy = dryRun.isBusy || upload.isBusy;
  const choose = (change: () => void) => {
    setPrediction(undefined);
    change();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void upload.run();
  };
  return (
    <form onSubmit={submit}>
      <Segments
        label="What to read"
        options={SOURCES}
        value={source}
        onChange={(name) => choose(() => setSource(name))}
      />
      {isFile ? (
        <label class="field">
          <span>File: CSV, XML, JSON or JSONL, plain, gzip or zip</span>
          <input
            type="file"
            required
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? [];
              choose(() => setFile(chosen));
            }}
          />
        </label>
      ) : (
        <p class="hint">A dry run fetches the feed, and predicts what its next run changes.</p>
      )}
      <label class="check">
        <input type="checkbox" checked={force} onChange={() => choose(() => setForce(!force))} />
        Even if half of the products are lost or a fifth of the rows is rejected
      </label>
      {prediction && <Predicted of={prediction} />}
      <div class="dialog-actions">
        <button class="button" type="button" onClick={close}>
          Cancel
        </button>
        <button
          class="button"
          type="button"
          disabled={isBusy || (isFile && file === undefined)}
          onClick={() => dryRun.run()}
        >
          {dryRun.isBusy ? 'Reading …' : 'Dry run'}
        </button>
        {isFile && (
          <button class="button primary" type="submit" disabled={isBusy || file === undefined}>
            {upload.isBusy ? 'Uploading …' : 'Import'}
          </button>
        )}
      </div>
    </form>
  );
}

function Predicted({ of: prediction }: { of: FeedPrediction }) {
  const { state, message, samples, format, recognised_by } = prediction;
  return (
    <div class="stack">
      {state === 'done' ? (
        <>
          <p role="status">
            <Chip tone="good">{format}</Chip> {recognised_by}. This is what a run would change:
          </p>
          <Report of={prediction} />
        </>
      ) : (
        <>
          <Problem text={message} />
          <Faults {...prediction} />
        </>
      )}
      {samples.length > 0 && <Samples of={samples} />}
    </div>
  );
}
