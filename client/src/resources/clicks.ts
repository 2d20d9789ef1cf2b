// Clicks on offers.
import { recordClick, redirectClick } from '../generated/operations.ts';
import type { ProductClick } from '../generated/schemas.ts';
import { targetOf } from '../operation.ts';
import type { CallOptions } from '../transport.ts';
import { Resource } from './resource.ts';

export class Clicks extends Resource {
  /** Records a click of a shopper whom your own application redirects. It resolves when the click is durable. */
  record(click: ProductClick, options?: CallOptions): Promise<void> {
    return this.transport.call(recordClick, { params: { convo_id: click.convo_id }, body: click }, options);
  }

  /** The link to show to the shopper: it records the click, then leads to the merchant. */
  redirectUrl(click: ProductClick): string {
    const { convo_id, presentation_id, ...query } = click;
    const input = { params: { convo_id, presentment_id: presentation_id }, query };
    return this.transport.baseUrl + targetOf(redirectClick, input);
  }
}
