// Examples of feeds and their runs.
import { product } from './example-product.ts';

const later = '2026-03-04T05:36:07.000Z';
const feed = {
  type: 'feed',
  id: 'kettles',
  url: 'https://feeds.example.com/…',
  mode: 'full',
  every: '6h',
  format: 'auto',
  is_mapped: false,
  merchant_id: null,
  merchant_name: 'Kettle House',
  domain: null,
  currency: 'USD',
  link_template: null,
  publisher_id: null,
  encoding: null,
  strict: false,
  is_paused: false,
  failures: 0,
  next_run_at: later,
  created_at: later,
};
const feedRun = {
  type: 'feed_run',
  id: 12,
  feed_id: 'kettles',
  mode: 'full',
  state: 'done',
  source: 'https://feeds.example.com/…',
  message: '',
  started_at: later,
  finished_at: later,
  format: 'google',
  progress: null,
  recognised_by: 'XML, item with id, title, image_link',
  rows: 1000,
  products: 998,
  inserted: 10,
  updated: 20,
  unchanged: 968,
  deleted: 5,
  repeated: 0,
  rejected: 2,
  reasons: { 'id is missing': 2 },
  dropped: { 'barcode is not a GTIN with a valid check digit': 7 },
  warnings: {},
  notes: [],
};
const { id: _id, source: _source, started_at: _from, finished_at: _to, progress: _progress, ...predicted } = feedRun;
const prediction = {
  ...{ ...predicted, type: 'feed_prediction', message: 'dry run: nothing was changed' },
  rejected_rows: [{ line: 7, field: 'id', value: '', reason: 'is missing' }],
  samples: [
    {
      ...{ name: product.name, image_url: product.image_url, price: 39.5, currency: 'USD', availability: 'in stock' },
      ...{ link: product.merchant_url, merchant: 'Kettle House' },
    },
  ],
};

const { rejected_rows, samples } = prediction;
const { format, recognised_by, reasons } = feedRun;
const preview = {
  ...{ type: 'feed_preview', state: 'done', message: '', format, recognised_by, reasons, rejected_rows, samples },
  ...{ rows: 200, rejected: 2, dropped: {}, warnings: {} },
  columns: [
    { name: 'id', fields: ['id'], is_used: true, example: 'k1' },
    { name: 'title', fields: ['name'], is_used: true, example: product.name },
    { name: 'custom_label_0', fields: [], is_used: false, example: 'kitchen' },
  ],
};
const file = 'id,title,price,link\nk1,Iron kettle,39.50 EUR,https://kettles.example/k1\n';

export const feedExamples = {
  listFeeds: {
    reply: {
      type: 'feed_list',
      items: [{ ...feed, products: 998, last_run: feedRun }],
      unregistered: [{ id: 'demo', products: 1200, last_run: null }],
    },
  },
  previewFeed: {
    body: { content: btoa(file), file_name: 'kettles.csv', merchant_name: 'Kettle House' },
    reply: preview,
  },
  createFeed: {
    body: {
      id: 'kettles',
      url: 'https://feeds.example.com/download?key=secret',
      every: '6h',
      merchant_name: 'Kettle House',
      currency: 'USD',
    },
    reply: feed,
  },
  getFeed: { params: { feed_id: 'kettles' }, reply: { ...feed, products: 998, last_run: feedRun } },
  changeFeed: {
    params: { feed_id: 'kettles' },
    body: { every: '1d', currency: null, is_paused: false },
    reply: { ...feed, every: '1d', currency: null },
  },
  runFeed: { params: { feed_id: 'kettles' }, query: { force: 'true' }, reply: feed },
  uploadFeed: {
    params: { feed_id: 'kettles' },
    query: { file_name: 'kettles.csv.gz' },
    reply: {
      ...{ ...feedRun, source: 'kettles.csv.gz', state: 'running', finished_at: null },
      progress: { phase: 'reading', share: 0.4 },
    },
  },
  predictFeed: { params: { feed_id: 'kettles' }, query: { file_name: 'kettles.csv' }, reply: prediction },
  pauseFeed: { params: { feed_id: 'kettles' }, reply: { ...feed, is_paused: true, next_run_at: null } },
  resumeFeed: { params: { feed_id: 'kettles' }, reply: feed },
  listFeedRuns: {
    params: { feed_id: 'kettles' },
    query: { per_page: '5' },
    reply: { type: 'feed_run_list', items: [feedRun] },
  },
  getFeedRun: { params: { feed_id: 'kettles', run_id: '12' }, reply: feedRun },
  listRejectedRows: { params: { feed_id: 'kettles', run_id: '12' } },
  deleteFeed: { params: { feed_id: 'old-kettles' }, query: { products: 'true' } },
};
