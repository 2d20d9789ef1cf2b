// The introduction of the API reference: `info.description` of the OpenAPI document.
export const CONTRACT_VERSION = '2.0.0';

export const GUIDE = `Product discovery, tracked offers, clicks, signups, conversions and rewards of one Finderfee installation.

This is version ${CONTRACT_VERSION} of the contract. The service has a version of its own, which \`finderfee --version\` prints.

## From a search to a reward

1. **Search**: \`POST /v1/discovery/products/search\` with \`query\`. Show \`items\` to the shopper. The header \`x-convo-id\` adds the search to the trace of a conversation.
2. **Offer**: \`POST /offers/single\` when a product is shown. Fill \`product_info\` from the search item: \`direct_link\` from \`merchant_url\`, \`detail_link\` from \`product_url\`, \`value\` from \`price.final_value\`, and \`name\`, \`merchant\`, \`brand\` and \`category\` as they are.
3. **Redirect**: link the product to \`GET /clickthrough/{convo_id}/{presentment_id}?email=…&program=…&click_id=…&click_datetime=…\`. The click is stored, then the shopper is sent to the affiliate link, in which \`{click_id}\` is replaced. If your own application redirects, call \`POST /clickthrough/{convo_id}\` first.
4. **Signup**: \`POST /signup/{convo_id}\` when the shopper joins the rewards program.
5. **Conversion**: \`POST /v1/conversions\` with what the affiliate network reports about a sale. It is matched to the click by \`click_id\`.
6. **Reward**: \`GET /v1/rewards\` lists what each shopper has earned, by the status of the sale.

Read what happened with \`GET /spy/{convo_id}\`.

## Identifiers

Your side creates these four, in this order. Any text of 1 to 256 characters is accepted; UUIDs are a good choice.

1. \`program\`: chosen once by the operator of the rewards program. The same in every offer, click and signup.
2. \`convo_id\`: created by your client when a shopping session begins.
3. \`presentation_id\`: created by your client each time it shows a product. \`presentment_id\` is the same identifier under another name.
4. \`click_id\`: created by your client, one for the offer and a new one for each click. Unique within the program.

The service creates offer ids, message ids, conversion ids, slugs and cursors. An offer is identified by (\`convo_id\`, \`presentation_id\`, \`click_id\`): sending it again is safe.

## Keys

Endpoints under \`/v1\`, \`GET /spy/{convo_id}\`, the list of ranking sessions and \`GET /metrics\` require a key in the header \`x-api-key\`. Offers, clicks, signups, chat and result pages do not, because browsers call them; an installation may require a key there too. The operator creates keys with \`finderfee keys create\`, each with scopes (\`discovery\`, \`catalogue\`, \`conversions\`, \`operate\`, \`admin\`, \`pii\`). A key is a secret: keep it out of pages and apps. To try an endpoint on this page, enter a key under Authentication; \`serve --demo\` prints one and keeps it in \`first-key.txt\` of its data folder. A bearer token (\`Authorization: Bearer …\`) may accompany any request. It replaces the key only at \`GET /metrics\`, where it may be the key itself.

## Paging

A search answers \`next_cursor\` until the last page. Send \`{"cursor": "…"}\` and nothing else: the page size is fixed by the first page. A result set, its cursors and its slugs expire at \`expires_at\`; after that they answer 410. Merchants are paged by \`page\` and \`per_page\`, or by \`cursor\` alone; conversions, rewards and postbacks by \`cursor\`. Defaults are stated in words, not in the schemas, so that generated clients do not send them.

## Errors

Error bodies are JSON: \`{"detail": "…"}\` with one sentence. A 422 lists every fault with its location in \`detail[].loc\`. 403 means that the key is missing, unknown or lacks the scope. 429 and most 503 carry \`Retry-After\` in seconds. If no answer arrived, an operation with \`x-idempotent: true\` may be sent again. Every response carries \`x-request-id\`; send your own to find the request in the logs.`;
