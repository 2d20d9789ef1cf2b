// Signups: registrations for a rewards program.
import { z } from 'zod';
import { holdsCardNumber } from './card-number.ts';
import { id, pattern, text, textMap, withoutCardNumber } from './lax.ts';
import { ProductInfo, program, shopperEmail } from './offer.ts';

export const SignupRequest = z
  .object({
    program: program(),
    email: shopperEmail(),
    presentation_id: id()
      .nullable()
      .optional()
      .meta({ description: 'Presentment that led to the signup, as sent with its offer.' }),
    card_bin: pattern(/^[0-9]{6}$/)
      .nullable()
      .optional()
      .meta({ description: 'The first six digits of a payment card. Never send more of the number.' }),
    external_id: withoutCardNumber(text({ max: 256 }))
      .nullable()
      .optional()
      .meta({ description: 'Your own identifier of the user. Must not hold a card number.' }),
    utm: textMap({ entries: 100, key: 256, value: 4096 })
      .refine((utm) => !holdsCardNumber(JSON.stringify(utm)), { error: 'must not hold a card number' })
      .nullable()
      .optional()
      .meta({
        description:
          'Campaign parameters: `utm_source`, `utm_medium`, `utm_campaign`, `utm_content`, `utm_term` and others.',
      }),
    product_info: ProductInfo.nullable()
      .optional()
      .meta({ description: 'Product that led to the signup. Its `presentment_id` must equal `presentation_id`.' }),
  })
  .refine(
    ({ presentation_id, product_info }) =>
      !presentation_id || !product_info || product_info.presentment_id === presentation_id,
    { error: 'presentment_id must equal presentation_id' },
  )
  .meta({ id: 'SignupRequest', description: 'A user registered for a rewards program.' });
