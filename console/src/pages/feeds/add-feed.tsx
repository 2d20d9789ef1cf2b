// Adds a feed: its URL or a file of it is looked at first, then it is registered.
import type { FeedPreview } from '@finderfee/client';
import { useRef, useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { hrefOf, navigate, place, setQuery } from '../../router.ts';
import { PageHead } from '../../ui/section.tsx';
import { Segments } from '../../ui/segments.tsx';
import { useAction } from '../../use-action.ts';
import { type FeedDraft, NEW_FEED, ReadingFields, readingOf, ScheduleFields } from './feed-fields.tsx';
import { Preview } from './preview.tsx';

const SOURCES = { url: 'Its URL', file: 'A file of it' };

export function AddFeed() {
  const [id, setId] = useState('');
  const [draft, setDraft] = useState(NEW_FEED);
  const [preview, setPreview] = useState<FeedPreview>();
  const result = useRef<HTMLDivElement>(null);
  const change = (changes: Partial<FeedDraft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    // What is shown belongs to another URL.
    if (changes.url !== undefined) setPreview(undefined);
  };
  const url = draft.url.trim();
  const add = useAction(
    async () => {
      const { every, mode } = draft;
      return api.feeds.create({ id: id.trim(), url, every, mode, ...readingOf(draft) });
    },
    { done: 'The feed is added, and fetched now', onDone: (feed) => navigate(hrefOf(['feeds', feed.id])) },
  );
  const onPreview = (found: FeedPreview) => {
    setPreview(found);
    result.current?.scrollIntoView({ block: 'nearest' });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void add.run();
  };
  return (
    <>
      <PageHead title="Add a feed" text={<a href={hrefOf(['feeds'])}>All feeds</a>} />
      <div class="stack">
        <form class="card feed-form" onSubmit={submit}>
          <label class="field">
            <span>URL that it is fetched from</span>
            <input
              type="url"
              value={draft.url}
              required
              maxLength={8192}
              placeholder="https://…"
              autocomplete="off"
              onInput={(event) => change({ url: event.currentTarget.value })}
            />
          </label>
          <label class="field">
            <span>Id of the feed</span>
            <input
              value={id}
              required
              maxLength={64}
              pattern="[A-Za-z0-9][A-Za-z0-9_.\-]*"
              title="Letters, digits, _, . and -"
              placeholder="kettle-house"
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => setId(event.currentTarget.value)}
            />
          </label>
          <ScheduleFields draft={draft} change={change} />
          <ReadingFields draft={draft} change={change} />
          <Look draft={draft} onPreview={onPreview} />
          <div class="dialog-actions">
            <a class="button" href={hrefOf(['feeds'])}>
              Cancel
            </a>
            <button class="button primary" type="submit" disabled={add.isBusy}>
              Add the feed
            </button>
          </div>
        </form>
        <div ref={result}>{preview && <Preview of={preview} />}</div>
      </div>
    </>
  );
}

/** Looks at the URL, or at a file of the same kind. */
function Look({ draft, onPreview }: { draft: FeedDraft; onPreview: (preview: FeedPreview) => void }) {
  const source = place.value.query.get('add') === 'file' ? 'file' : 'url';
  const [file, setFile] = useState<File>();
  const look = useAction(
    async () => {
      const reading = readingOf(draft);
      if (source === 'url') return api.feeds.preview({ url: draft.url.trim(), ...reading });
      return api.feeds.preview({ file: file!, file_name: file!.name.slice(0, 200), ...reading });
    },
    { onDone: onPreview },
  );
  return (
    <div class="look">
      <Segments
        label="What to look at"
        options={SOURCES}
        value={source}
        onChange={(add) => setQuery({ add }, { replace: true })}
      />
      {source === 'file' && (
        <label class="field">
          <span>File</span>
          <input type="file" onChange={(event) => setFile(event.currentTarget.files?.[0])} />
        </label>
      )}
      <button
        class="button"
        type="button"
        disabled={look.isBusy || (source === 'url' ? draft.url.trim() === '' : file === undefined)}
        onClick={() => look.run()}
      >
        {look.isBusy ? 'Reading …' : 'Preview'}
      </button>
      <p class="hint">
        {source === 'url'
          ? 'Fetches it once and shows what is recognised. Nothing is stored.'
          : 'Shows what is recognised in a file of the same kind. Nothing is stored.'}
      </p>
    </div>
  );
}
