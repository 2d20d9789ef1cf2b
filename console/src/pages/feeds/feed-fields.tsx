// The fields of a feed that is added or changed: its schedule, and how it is read.
import type { Feed, FeedInput } from '@finderfee/client';
import { MODES } from './state.tsx';

/** As typed. */
export interface FeedDraft {
  url: string;
  every: string;
  mode: Feed['mode'];
  format: string;
  mapping: string;
  merchant_id: string;
  merchant_name: string;
  domain: string;
  currency: string;
  link_template: string;
  publisher_id: string;
  encoding: string;
  strict: boolean;
}

export const NEW_FEED: FeedDraft = {
  ...{ url: '', every: '6h', mode: 'full', format: 'auto', mapping: '', merchant_id: '', merchant_name: '' },
  ...{ domain: '', currency: '', link_template: '', publisher_id: '', encoding: '', strict: false },
};

/** The URL and the mapping are not shown by the service: what is left empty stays. */
export const draftOf = (feed: Feed): FeedDraft => ({
  ...{ url: '', mapping: '', every: feed.every, mode: feed.mode, format: feed.format, strict: feed.strict },
  ...{ merchant_id: feed.merchant_id ?? '', merchant_name: feed.merchant_name ?? '', domain: feed.domain ?? '' },
  ...{ currency: feed.currency ?? '', link_template: feed.link_template ?? '' },
  ...{ publisher_id: feed.publisher_id ?? '', encoding: feed.encoding ?? '' },
});

const TEXTS = [
  'merchant_id',
  'merchant_name',
  'domain',
  'currency',
  'link_template',
  'publisher_id',
  'encoding',
] as const;

/** How the feed is read. Throws if the mapping is not JSON. */
export function readingOf(draft: FeedDraft) {
  const { format, strict, mapping } = draft;
  const texts = TEXTS.map((name) => [name, draft[name].trim()] as const).filter(([, text]) => text !== '');
  const given = mapping.trim() === '' ? {} : { mapping: readMapping(mapping) };
  return { format, strict, ...given, ...Object.fromEntries(texts) } satisfies Partial<FeedInput>;
}

/** Settings that were emptied are removed. */
export function changeOf(draft: FeedDraft) {
  const { url, every, mode } = draft;
  const empty = Object.fromEntries(TEXTS.map((name) => [name, null]));
  return { ...empty, ...readingOf(draft), every, mode, ...(url.trim() === '' ? {} : { url: url.trim() }) };
}

function readMapping(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The mapping is not JSON');
  }
}

const FORMATS = [
  ...['auto', 'google', 'meta', 'openai', 'awin', 'cj', 'rakuten', 'shareasale', 'shopify', '2performant'],
  ...['finderfee', 'mapped'],
];
const INTERVALS = ['30min', '1h', '6h', '12h', '1d', '7d'];

interface Props {
  draft: FeedDraft;
  change: (changes: Partial<FeedDraft>) => void;
}

export function ScheduleFields({ draft, change }: Props) {
  return (
    <>
      <label class="field">
        <span>Fetched every</span>
        <input
          value={draft.every}
          required
          pattern="[1-9]\d*(min|m|h|d)"
          title="30min, 6h or 1d"
          list="intervals"
          autocomplete="off"
          onInput={(event) => change({ every: event.currentTarget.value })}
        />
        <datalist id="intervals">
          {INTERVALS.map((every) => (
            <option key={every} value={every} />
          ))}
        </datalist>
      </label>
      <label class="field">
        <span>Mode</span>
        <select
          value={draft.mode}
          onChange={(event) => change({ mode: event.currentTarget.value as FeedDraft['mode'] })}
        >
          {Object.entries(MODES).map(([mode, text]) => (
            <option key={mode} value={mode}>
              {text}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

export function ReadingFields({ draft, change }: Props) {
  const text = (name: (typeof TEXTS)[number], label: string, placeholder = '') => (
    <label class="field">
      <span>{label}</span>
      <input
        value={draft[name]}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => change({ [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <>
      {text('merchant_name', 'Merchant, if the feed does not name one', 'Kettle House')}
      {text('currency', 'Currency of prices that have none', 'EUR')}
      {text('publisher_id', 'Your id with the network')}
      <label class="field">
        <span>Format</span>
        <select value={draft.format} onChange={(event) => change({ format: event.currentTarget.value })}>
          {FORMATS.map((format) => (
            <option key={format} value={format}>
              {format === 'auto' ? 'Detected from the content' : format}
            </option>
          ))}
        </select>
      </label>
      <details class="help more-fields">
        <summary>More settings</summary>
        {text('merchant_id', 'Merchant id, if the feed does not name one')}
        {text('domain', 'Domain of the shop', 'shop.example')}
        {text('link_template', 'Template of tracking links', 'https://track.example/deep?u={url}&sid={click_id}')}
        {text('encoding', 'Encoding, if it is neither UTF-8 nor Latin-1', 'windows-1250')}
        <label class="field">
          <span>Mapping of columns to fields, as JSON; null is none</span>
          <textarea
            rows={4}
            value={draft.mapping}
            placeholder='{"fields": {"id": "SKU", "name": "Label"}}'
            spellcheck={false}
            onInput={(event) => change({ mapping: event.currentTarget.value })}
          />
        </label>
        <label class="check">
          <input type="checkbox" checked={draft.strict} onChange={() => change({ strict: !draft.strict })} />
          Reject products that cannot be sold
        </label>
      </details>
    </>
  );
}
