// The form that changes a feed. An empty URL or mapping stays as it is.
import type { ListedFeed } from '@finderfee/client';
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { useAction } from '../../use-action.ts';
import { changeOf, draftOf, type FeedDraft, ReadingFields, ScheduleFields } from './feed-fields.tsx';

export function EditForm({ feed, close, onSaved }: { feed: ListedFeed; close: () => void; onSaved: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(feed));
  const change = (changes: Partial<FeedDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const save = useAction(async () => api.feeds.change(feed.id, changeOf(draft)), {
    done: 'The feed is saved',
    onDone: onSaved,
  });
  const submit = (event: Event) => {
    event.preventDefault();
    void save.run();
  };
  return (
    <form onSubmit={submit}>
      <label class="field">
        <span>URL; empty: it stays as it is</span>
        <input
          type="url"
          value={draft.url}
          maxLength={8192}
          placeholder={feed.url}
          autocomplete="off"
          onInput={(event) => change({ url: event.currentTarget.value })}
        />
      </label>
      <ScheduleFields draft={draft} change={change} />
      <ReadingFields draft={draft} change={change} />
      <div class="dialog-actions">
        <button class="button" type="button" onClick={close}>
          Cancel
        </button>
        <button class="button primary" type="submit" disabled={save.isBusy}>
          Save
        </button>
      </div>
    </form>
  );
}
