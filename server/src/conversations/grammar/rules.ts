// The grammar: what a sequence of spans means. The longest pattern at a span wins; of equally long ones, the first.

import { DISCUSSED } from './intent.ts';
import * as read from './rule-readers.ts';

const { FIELD, VALUE_FIELD, COMPARATIVE } = read;
const LIMIT = 'limit.min|limit.max|on_sale|percent|in_stock|free_shipping';
const SIZE = 'region_size|letter_size|measure|amount';
const ASK = ['price', 'size', 'weight', 'length', 'width', 'height', 'color', 'material', 'brand', 'shop']
  .map((topic) => `ask.${topic}`)
  .join('|');

export const RULES: [pattern: string, read: read.Read][] = [
  ['reset', () => ({ type: 'Reset' })],
  ['^ undo $', () => ({ type: 'Undo' })],
  // Prices
  ['limit.max|budget|field.price? between? amount to amount ish|after.max?', read.range],
  ['budget|field.price? about amount ish?', read.limit],
  ['budget|field.price? in? amount to? ish', read.limit],
  ['limit.max|limit.min|budget|field.price|between to? amount each|ish?', read.limit],
  ['^ adjust limit.max|limit.min|budget|field.price to? amount', read.limit],
  ['amount after.max|after.min|limit.max|budget', read.limit],
  ['for? money each?', read.limit],
  ['in|only? currency pause? instead_of|not? currency?', (spans) => ({ type: 'SetPrice', ...read.currencyOf(spans) })],
  ['cheaper|dearer', read.changePrice],
  ['cheaper|dearer|limit.max|limit.min position', read.changePrice],
  ['raise_by amount', read.changeLimit],
  ['^ amount number_more|number_less ok?', read.changeLimit],
  ['double', () => ({ type: 'ChangeLimit', by: 0, factor: 2 })],
  ['half', () => ({ type: 'ChangeLimit', by: 0, factor: 0.5 })],
  ['dearer_ok', () => ({ type: 'Release', field: 'high' })],
  ['no_limit', () => ({ type: 'Release', field: 'price' })],
  ['dearer|cheaper ok', read.release],
  // Discounts and offers
  ['with? limit.min|limit.max? percent to|after.min? percent? on_sale|off? after.min?', read.discount],
  ['limit.min? half_off', () => ({ type: 'SetOffer', at_least: 0.5 })],
  ['with? on_sale', () => ({ type: 'SetOffer', on_sale: true })],
  ['only? in_stock', () => ({ type: 'SetOffer', in_stock: true })],
  ['with? free_shipping', () => ({ type: 'SetOffer', free_shipping: true })],
  [`release|not it? ${LIMIT} indifferent|ok?`, read.release],
  [`${LIMIT} indifferent`, read.release],
  // Catalogue values
  ['not in|by|from|of|for|size? value', read.exclude],
  ['not value value', read.excludeLook],
  ['not value pause? instead', read.replaceValue],
  [
    'any_but by|from|in? value',
    (spans) => [{ type: 'Release', field: read.valuesOf(spans).field }, read.exclude(spans)],
  ],
  ['leave? value refused', read.exclude],
  ['value free', read.exclude],
  ['value ok too?', read.accept],
  ['also|or by|from? value', read.setValue('add')],
  ['also in value too', read.setValue('add')],
  ['value too', (spans) => read.setValue(read.valuesOf(spans).field === 'condition' ? 'accept' : 'add')(spans)],
  ['value instead_of value', read.setValue('set')],
  ['value to value', (spans) => read.setValue('set')(spans.slice(1))],
  ['release value', (spans) => ({ type: 'ReleaseValue', ...read.valuesOf(spans) })],
  ['value indifferent', read.releaseValue],
  [`any|release|not ${FIELD} indifferent|ok?`, read.release],
  [`${FIELD} indifferent|any`, read.release],
  [`other ${VALUE_FIELD} limit.min? position?`, read.excludeShown],
  [`ask.values ${FIELD}`, read.askValues],
  ['sold', () => [{ type: 'Reset' }, { type: 'AskValues', field: 'category' }]],
  [`adjust? ${FIELD} to? value`, read.setValue('set')],
  ['in|by|from|of|for? value only?', read.setValue('set')],
  ['^ new $', read.setNew],
  ['new ok', read.setNew],
  ['pause|only|or new', read.setNew],
  // Sizes
  ['not size|in? region_size|letter_size|measure', read.excludeSize],
  [`also|or? size ${SIZE} or|to|pause? ${SIZE}? year_old?`, read.setSize],
  ['also|or? letter_size or? letter_size?', read.letterSizes],
  ['also|or? region_size or? region_size?', read.setSize],
  ['in amount', read.setKnownSize],
  ['in amount or|to amount', read.setKnownSize],
  ['^ or|also amount $', read.setKnownSize],
  ['or|also? measure or? measure?', read.measure],
  ['limit.max|limit.min|about measure', read.measureLimit],
  ['measure after.max|after.min', read.measureLimit],
  ['measure_range', read.unchecked],
  [`${COMPARATIVE} pause? similar|about? measure`, read.otherMeasure],
  [COMPARATIVE, read.unchecked],
  ['for? amount year_old', read.age],
  ['for? age amount after.min?', read.age],
  // Positions, pages, order
  ['similar to? position|it', read.pointAt(true)],
  ['similar', () => ({ type: 'PointAt', place: DISCUSSED, is_similar: true })],
  ['show|ask.price? position show?', read.pointAt(false)],
  ['^ show|it $', read.pointAt(false)],
  ['not similar? position', () => ({ type: 'Page', to: 'next' })],
  ['^ more it|position? $', () => ({ type: 'Page', to: 'next' })],
  ['previous_page', () => ({ type: 'Page', to: 'previous' })],
  ['first_page', () => ({ type: 'Page', to: 0 })],
  ['last_page', () => ({ type: 'Page', to: 'last' })],
  ['page amount', (spans) => ({ type: 'Page', to: spans[1]!.number! - 1 })],
  ['ordinal page', (spans) => ({ type: 'Page', to: spans[0]!.number! - 1 })],
  ['cheapest', () => ({ type: 'Sort', order: 'cheapest' })],
  ['dearest', () => ({ type: 'Sort', order: 'dearest' })],
  ['biggest_discount', () => ({ type: 'Sort', order: 'discount' })],
  // Questions
  [`${ASK} position|it`, read.askTopic],
  [`^ ${ASK} $`, read.askTopic],
  [`ask.which ${COMPARATIVE}`, read.compare],
  ['ask.difference between? position|it|amount? also|or|and? position|it|amount?', read.compare],
  ['^ ask.is position|it limit.max|limit.min|cheaper|dearer position', read.comparePrices],
  ['^ ask.is|ask.does position|it .* $', read.askAbout],
  ['^ position pause ask.is|ask.does|ask.what .* $', read.askAbout],
  [`^ ask.what|ask.price .* position|it .* $`, read.askAbout],
  // Talk
  ...(['greeting', 'browsing', 'thanks', 'goodbye', 'help', 'who'] as const).map((topic): [string, read.Read] => [
    topic,
    () => ({ type: 'SmallTalk', topic }),
  ]),
  ...(['ratings', 'delivery', 'orders', 'codes', 'people', 'chatter'] as const).map((topic): [string, read.Read] => [
    topic,
    () => ({ type: 'Unsupported', topic }),
  ]),
];
