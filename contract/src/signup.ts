// Signups: a user registered for a rewards program.
import { z } from 'zod';
import { holdsCardNumber } from './card-number.ts';
import { email, id, pattern, text, textMap, withoutCardNumber } from './lax.ts';
import { ProductInfo } from './offer.ts';

export const SignupRequest = z
  .object({
    program: id(),
    email: email(),
    presentation_id: id().nullable().optional(),
    card_bin: pattern(/^[0-9]{6}$/)
      .nullable()
      .optional()
      .meta({ description: 'The first six digits of a payment card, never more' }),
    external_id: withoutCardNumber(text({ max: 256 }))
      .nullable()
      .optional(),
    utm: textMap({ entries: 100, key: 256, value: 4096 })
      .refine((utm) => !holdsCardNumber(JSON.stringify(utm)), { error: 'must not hold a card number' })
      .nullable()
      .optional(),
    product_info: ProductInfo.nullable().optional(),
  })
  .refine(
    ({ presentation_id, product_info }) =>
      !presentation_id || !product_info || product_info.presentment_id === presentation_id,
    { error: 'presentment_id must equal presentation_id' },
  )
  .meta({ id: 'SignupRequest' });
