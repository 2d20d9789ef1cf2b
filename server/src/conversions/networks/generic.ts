// Our own wire names, for networks without a dialect. A mapping replaces them.

import { REPORT_FIELDS } from '@finderfee/contract/network.ts';
import { CONVERSION_STATUSES, type ConversionStatus } from '../../store/conversion-store.ts';
import type { Dialect } from '../dialect.ts';

export const generic: Dialect = {
  name: 'generic',
  fields: Object.fromEntries(REPORT_FIELDS.map((field) => [field, [field]])),
  statuses: Object.fromEntries(CONVERSION_STATUSES.map((status): [string, ConversionStatus] => [status, status])),
  postback: {
    fields: REPORT_FIELDS,
    enclosed_in: ['{', '}'],
    page: 'the postback page of the network, with each {name} replaced by its macro.',
  },
};
