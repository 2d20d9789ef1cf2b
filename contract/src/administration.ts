// Erasure, exports and effective settings.
import { z } from 'zod';
import { dateTime, email } from './lax.ts';

export const ErasureInput = z
  .object({ email: email().meta({ description: 'Email of the person, compared without case.' }) })
  .meta({ id: 'ErasureInput', description: 'The person to erase.' });

export const Erasure = z
  .strictObject({
    is_known: z.boolean().meta({ description: 'Whether the person, or a mention of the email, was found.' }),
    is_overwritten: z.boolean().meta({
      description:
        'Whether no byte of it is left in the databases. False while something else, such as a backup, still reads an old page, or if the role does not own the tables in PostgreSQL: erase again later, or run VACUUM as their owner.',
    }),
  })
  .meta({ id: 'Erasure', description: 'What an erasure did.' });

export const EXPORT_KINDS = ['offers', 'clicks', 'non_clicks', 'signups', 'conversions', 'rewards'] as const;

export const exportParams = z.object({
  what: z
    .enum(EXPORT_KINDS)
    .meta({ description: 'The facts to export. `non_clicks` are visits of crawlers and scanners.' }),
});

export const ExportQuery = z.object({
  since: dateTime().optional().meta({ description: 'Only facts at this time or later, ISO 8601.' }),
  until: dateTime().optional().meta({ description: 'Only facts before this time, ISO 8601.' }),
});

const Setting = z
  .strictObject({
    name: z.string().meta({ description: 'Name of the setting.' }),
    value: z.string().nullable().meta({
      description:
        'Value as it is written in the environment, with secrets masked. Null if it is not set and its default cannot be written so.',
    }),
    default_text: z
      .string()
      .nullable()
      .meta({ description: 'The default in words, if it is in effect and depends on something else.' }),
    source: z.string().meta({ description: '`default`, `environment`, `option`, or `file` and its path.' }),
  })
  .meta({ id: 'Setting', description: 'A setting in effect.' });

export const SettingList = z
  .strictObject({ items: z.array(Setting).meta({ description: 'Every setting, in the order of the documentation.' }) })
  .meta({ id: 'SettingList', description: 'The settings in effect.' });
