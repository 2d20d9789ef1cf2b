// One example per endpoint, shown in the API reference and validated by tests.
import { administrationExamples } from './administration-examples.ts';
import { conversionExamples } from './conversion-examples.ts';
import type { EndpointName } from './endpoints.ts';
import { product, storedProduct } from './example-product.ts';
import { feedExamples } from './feed-examples.ts';
import { funnelReportExample } from './funnel-report-example.ts';
import { jobExamples } from './job-examples.ts';
import { ledgerExamples } from './ledger-examples.ts';
import { networkExamples } from './network-examples.ts';
import { rankingExamples } from './ranking-examples.ts';
import { webhookExamples } from './webhook-examples.ts';

interface Example {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  reply?: unknown;
}

const session = '3q2-7wAAAAAAAAAAAAAAAA';
const later = '2026-03-04T05:36:07.000Z';
const consoleSession = { name: 'Support', scopes: ['discovery', 'operate'], expires_at: later };

export const criteriaSetInput = {
  id: 'summer-sale',
  name: 'Summer sale',
  query: 'sandals',
  exclude_query: 'kids',
  criteria: [
    { field: 'on_sale', operator: '=', value: true },
    { field: 'brand', operator: '=', value: 'Nike||Adidas' },
    { field: 'final_price', operator: '<=', value: 80 },
  ],
};
const criteriaSet = {
  type: 'affiliate_discovery_criteria_set',
  ...criteriaSetInput,
  created_at: '2026-03-04T05:06:07.000Z',
  updated_at: '2026-03-04T05:06:07.000Z',
};
const searchItem = { type: 'product', slug: `${session}.0.a1b2`, ...product };
const merchantList = {
  query: '',
  page_index: 0,
  page_size: 1,
  items: [
    {
      id: '7',
      name: 'Kettle House',
      type: 'merchant',
      domain: 'shop.example.com',
      logo_url: 'https://shop.example.com/logo.svg',
      description: 'Everything for tea and coffee',
      product_count: 120,
      categories: ['Kitchen > Kettles'],
      brands: ['Brewline'],
      product_terms: ['kettle', 'teapot'],
    },
  ],
  next_cursor: null,
  expires_at: null,
};
export const click = {
  program: 'gold',
  email: 'ann@example.com',
  convo_id: 'c1',
  presentation_id: 'p1',
  click_id: 'k1',
  click_datetime: '2026-03-04T05:06:07Z',
};
const offer = {
  product_click: click,
  product_info: {
    name: 'Gooseneck kettle 0.9 l',
    presentment_id: 'p1',
    direct_link: 'https://track.example.com/x?id=1&sid={click_id}',
    detail_link: 'https://shop.example.com/kettle',
    value: 39.5,
    price: '$39.50',
    rebate_pct: 4,
    merchant: { id: 7, name: 'Kettle House' },
    currency: 'USD',
    on_sale: true,
  },
};
const clickQuery = {
  email: 'ann@example.com',
  program: 'gold',
  click_id: 'k1',
  click_datetime: '2026-03-04T05:06:07Z',
};
const ack = (message_type: string, target: string) => ({
  message_type,
  message_id: '0198c0de-0000-7000-8000-000000000001',
  target,
  data: {},
});

export const examples: Record<EndpointName, Example> = {
  searchProducts: {
    body: { query: 'kettle', criteria: [{ field: 'final_price', operator: '<=', value: 50 }], per_page: 25 },
    reply: {
      query: 'kettle',
      page_index: 0,
      page_size: 1,
      items: [searchItem],
      next_cursor: null,
      expires_at: later,
    },
  },
  getProduct: {
    params: { slug: searchItem.slug },
    reply: {
      type: 'product_detail',
      item: { ...product, description: 'Pours slowly and exactly.' },
      expires_at: later,
    },
  },
  similarProducts: {
    params: { slug: searchItem.slug },
    query: { per_page: '5' },
    reply: {
      query: product.name,
      page_index: 0,
      page_size: 1,
      items: [searchItem],
      next_cursor: null,
      expires_at: later,
    },
  },
  listMerchants: { query: { page: '1', per_page: '25' }, reply: merchantList },
  searchMerchants: { query: { query: 'kettle' }, reply: { ...merchantList, query: 'kettle' } },
  createCriteriaSet: { body: criteriaSetInput, reply: criteriaSet },
  listCriteriaSets: { reply: { type: 'affiliate_discovery_criteria_set_list', items: [criteriaSet] } },
  putCriteriaSet: { params: { criteria_set_id: 'summer-sale' }, body: criteriaSetInput, reply: criteriaSet },
  getCriteriaSet: { params: { criteria_set_id: 'summer-sale' }, reply: criteriaSet },
  deleteCriteriaSet: { params: { criteria_set_id: 'summer-sale' } },
  createOffer: { body: offer, reply: { id: 41 } },
  createOffers: { body: [offer], reply: [{ id: 41 }] },
  createCarouselOffer: { body: offer, reply: ack('offer_ack', 'offers') },
  retryOffer: { params: { convo_id: 'c1', presentment_id: 'p1' }, query: clickQuery, reply: { id: 41 } },
  recordClick: { params: { convo_id: 'c1' }, body: click },
  redirectClick: { params: { convo_id: 'c1', presentment_id: 'p1' }, query: clickQuery },
  recordSignup: {
    params: { convo_id: 'c1' },
    body: {
      program: 'gold',
      email: 'ann@example.com',
      presentation_id: 'p1',
      card_bin: '411111',
      external_id: 'u-9',
      utm: { utm_source: 'newsletter' },
    },
    reply: ack('signup_ack', 'signups'),
  },
  ...conversionExamples,
  ...funnelReportExample,
  reportSearches: {
    query: { from: '2026-03-01', to: '2026-03-31', kind: 'top' },
    reply: {
      rows: [
        {
          ...{ query: 'gooseneck kettle', searches: 120, without_results: 0 },
          ...{ with_conversation: 80, without_clicks: 60, click_through_rate: 0.25 },
        },
      ],
    },
  },
  ...networkExamples,
  ...ledgerExamples,
  ...webhookExamples,
  ...administrationExamples,
  chat: {
    params: { convo_id: 'c1' },
    body: { chat: 'a gooseneck kettle under $50' },
    reply: {
      type: 'chat_reply',
      convo_id: 'c1',
      message_id: '0198c0de-0000-7000-8000-000000000002',
      agent_reply: 'I found 1 gooseneck kettle under $50, at $39.50.',
      understood: [
        { label: 'gooseneck kettle', kind: 'subject', undo_message: 'remove "gooseneck kettle"' },
        { label: 'under $50', kind: 'price', undo_message: 'remove "under $50"' },
      ],
      found_products: {
        query: 'gooseneck kettle',
        criteria: [{ field: 'final_price', operator: '<=', value: 50 }],
        search_results: { catalogue: [searchItem] },
        price_range: { low: 39.5, high: 39.5, currency: 'USD' },
      },
      product_warning: null,
      refinement_result: { category: 'brand', options: ['Brewline'], counts: [1] },
      pagination: {
        conversation_id: 'c1',
        session_id: session,
        page_index: 0,
        has_next_page: false,
        next_page_index: null,
        next_cursor: null,
      },
    },
  },
  listConversations: {
    query: { from: '2026-03-04T00:00:00Z', per_page: '25' },
    reply: {
      items: [
        {
          convo_id: 'c1',
          started_at: '2026-03-04T05:05:00.000Z',
          last_event_at: later,
          counts: { search: 1, chat: 1, offer: 2, click: 1, signup: 0, conversion: 1, webhook: 0, tool: 0 },
          last_chat: 'a kettle under $50',
          last_query: 'kettle',
        },
      ],
      next_cursor: null,
    },
  },
  spy: {
    params: { convo_id: 'c1' },
    reply: {
      type: 'conversation',
      convo_id: 'c1',
      started_at: '2026-03-04T05:06:07.000Z',
      state: { query: 'kettle', criteria: [], session_id: session },
      events: [
        {
          at: '2026-03-04T05:06:07.000Z',
          kind: 'offer',
          id: '41',
          data: { id: 41, presentation_id: 'p1', click_id: 'k1', format: 'single' },
        },
      ],
    },
  },
  listRankingSessions: {
    reply: {
      type: 'ranking_session_list',
      items: [
        {
          id: session,
          query: 'kettle',
          criteria: [],
          convo_id: 'c1',
          per_page: 25,
          total: 1,
          created_at: '2026-03-04T05:06:07.000Z',
          expires_at: later,
        },
      ],
      page: 1,
      per_page: 25,
    },
  },
  getRankingSessionPage: {
    params: { conversation_id: 'c1', ranking_session_id: session, page_index: '0' },
    reply: {
      type: 'inventory_pagination',
      conversation_id: 'c1',
      session_id: session,
      query: 'kettle',
      page_index: 0,
      page_size: 1,
      has_next_page: false,
      expires_at: later,
      items: [searchItem],
    },
  },
  upsertProducts: {
    body: {
      products: [
        {
          id: '7:kettle-1',
          name: 'Gooseneck kettle 0.9 l',
          merchant: { id: '7', name: 'Kettle House' },
          regular_price: 49.5,
          final_price: 39.5,
          currency: 'USD',
          availability: 'in stock',
        },
      ],
    },
    reply: {
      type: 'products_outcome',
      products: 1,
      inserted: 1,
      updated: 0,
      unchanged: 0,
      rejected: 0,
      faults: [],
      dropped: {},
    },
  },
  getCatalogueProduct: { params: { product_id: '7:kettle-1' }, reply: storedProduct },
  getPriceHistory: {
    params: { product_id: '7:kettle-1' },
    reply: {
      type: 'price_history',
      id: '7:kettle-1',
      items: [
        {
          at: later,
          currency: 'USD',
          regular_value: 49.5,
          final_value: 39.5,
          in_stock: true,
          stock_quantity: null,
        },
      ],
    },
  },
  deleteProduct: { params: { product_id: '7:kettle-1' } },
  ...feedExamples,
  ...rankingExamples,
  ...jobExamples,
  demoProductPicture: { params: { file: 'demo-00001.svg' }, reply: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  demoMerchantLogo: { params: { file: '101.svg' }, reply: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  createSession: { body: { key: 'ff_NgcQMHomaQ' }, reply: consoleSession },
  getSession: { reply: consoleSession },
  deleteSession: {},
  livez: { reply: { status: 'ok' } },
  version: { reply: { version: '0.2.0', commit: '5f0f1dcb1b1b2f3c0cbe2c3d6f0a2f9a7f1e4c8d' } },
  readyz: { reply: { status: 'ready', degraded: [] } },
  metrics: { reply: '# HELP finderfee_http_requests_total Requests answered, by route and status\n' },
};
