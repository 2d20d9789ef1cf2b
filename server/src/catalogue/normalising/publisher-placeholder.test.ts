// Placeholders in links are filled; other parameters and macros are not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillPublisherId, placeholderIn } from './publisher-placeholder.ts';

const FORMS = [
  'https://www.awin1.com/pclick.php?p=1&a=PUBLISHER_ID&m=2',
  'https://www.awin1.com/cread.php?awinmid=1&awinaffid=!!!id!!!&ued=x',
  'https://www.awin1.com/cread.php?awinmid=1&awinaffid=YOUR_PUBLISHER_ID',
  'https://click.linksynergy.com/link?id=[PUBLISHER_ID]&offerid=1',
  'https://click.linksynergy.com/link?id=%5BPUBLISHER_ID%5D&offerid=1',
  'https://www.shareasale.com/r.cfm?b=1&u=YOURUSERID&m=2',
  'https://event.2performant.com/events/click?aff_code=AFFILIATE_ID&unique=1',
  'https://www.qksrv.net/click-[YOUR-PID]-10273919?url=x',
  'https://track.example/{publisher_id}/deep',
  'https://track.example/%7Bpublisher_id%7D/deep',
  'https://track.example/{{affiliate_id}}',
  'https://track.example/deep?to=https%3A%2F%2Fnet.example%2F%3Fa%3DPUBLISHER_ID%26m%3D2',
];

test('every form of a placeholder is detected and filled', () => {
  for (const link of FORMS) {
    assert.ok(placeholderIn(link), link);
    const filled = fillPublisherId(link, 'a/7');
    assert.deepEqual(
      [placeholderIn(filled), /(?<=[=/-]|%3D)a%2F7(?=$|[&/-]|%26)/.test(filled)],
      [undefined, true],
      filled,
    );
  }
});

test('other parts of a link are not taken for a placeholder', () => {
  for (const link of [
    'https://track.example/?PUBLISHER_ID=77&x=1',
    'https://track.example/?publisher_id=77',
    'https://track.example/?sid={click_id}&p={product_id}',
    'https://shop.example/OUR_PUBLISHER_IDEAS',
    'https://shop.example/publisher_id',
  ]) {
    assert.equal(placeholderIn(link), undefined, link);
    assert.equal(fillPublisherId(link, '5'), link);
  }
});
