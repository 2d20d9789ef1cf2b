import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addNetworkClickId, canCarryClickId, networkClickId } from './network-click-id.ts';

describe('the click id in the links of networks', () => {
  const links: [network: string, link: string, with_id: string][] = [
    ['CJ', 'https://www.anrdoezrs.net/click-1-2?url=https%3A%2F%2Fs.example', '&sid=k1'],
    ['Awin', 'https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&ued=https%3A%2F%2Fs.example', '&clickref=k1'],
    ['Rakuten', 'https://click.linksynergy.com/deeplink?id=a&mid=1&murl=https%3A%2F%2Fs.example', '&u1=k1'],
    ['Impact', 'https://brand.pxf.io/c/1/2/3', '?subId1=k1'],
    ['ShareASale', 'https://shareasale.com/r.cfm?b=1&u=2&m=3', '&afftrack=k1'],
    ['Tradedoubler', 'https://clk.tradedoubler.com/click?p=1&a=2', '&epi=k1'],
    ['Webgains', 'https://track.webgains.com/click.html?wgcampaignid=1', '&clickref=k1'],
    ['TradeTracker', 'https://tc.tradetracker.net/?c=1&m=2&a=3&u=%2F', '&r=k1'],
    ['AvantLink', 'https://www.avantlink.com/click.php?tt=cl&mi=1', '&ctc=k1'],
    ['Pepperjam', 'https://www.pjtra.com/t/1-2-3-4', '?sid=k1'],
    ['TUNE', 'https://brand.go2cloud.org/aff_c?offer_id=1&aff_id=2', '&aff_sub=k1'],
    ['FlexOffers', 'https://track.flexlinkspro.com/g.ashx?foid=1', '&sub1=k1'],
    ['eBay', 'https://www.ebay.co.uk/itm/1?mkcid=1&campid=5', '&customid=k1'],
    ['Skimlinks', 'https://go.skimresources.com/?id=1&url=https%3A%2F%2Fs.example', '&xcust=k1'],
    ['Sovrn', 'https://redirect.viglink.com/?key=1&u=https%3A%2F%2Fs.example', '&cuid=k1'],
  ];
  for (const [network, link, with_id] of links) {
    test(`${network} gets it in its own parameter`, () => {
      assert.equal(addNetworkClickId(link, 'k1'), link + with_id);
    });
  }

  test('Partnerize, and CJ in its long form, get it in the path, before the link of the shop', () => {
    assert.equal(
      addNetworkClickId('https://prf.hn/click/camref:1a/destination:https%3A%2F%2Fs.example', 'k1'),
      'https://prf.hn/click/camref:1a/pubref:k1/destination:https%3A%2F%2Fs.example',
    );
    assert.equal(
      addNetworkClickId('https://www.tkqlhce.com/links/1/type/dlg/https://s.example/', 'k1'),
      'https://www.tkqlhce.com/links/1/type/dlg/sid/k1/https://s.example/',
    );
  });

  test('a link with an id keeps it, and an empty parameter is filled', () => {
    const own = 'https://www.awin1.com/cread.php?clickref=mine&awinmid=1';
    assert.equal(addNetworkClickId(own, 'k1'), own);
    const segment = 'https://prf.hn/click/camref:1a/pubref:mine/destination:x';
    assert.equal(addNetworkClickId(segment, 'k1'), segment);
    assert.equal(
      addNetworkClickId('https://www.awin1.com/cread.php?clickref=&awinmid=1#top', 'k1'),
      'https://www.awin1.com/cread.php?clickref=k1&awinmid=1#top',
    );
  });

  test('a fragment stays after the query, and links of shops are not changed', () => {
    assert.equal(addNetworkClickId('https://brand.sjv.io/x#a', 'k1'), 'https://brand.sjv.io/x?subId1=k1#a');
    for (const link of ['https://shop.example/awin1.com', 'https://www.ebay.com/itm/1', 'https://notawin1.com/']) {
      assert.equal(addNetworkClickId(link, 'k1'), link);
    }
  });

  test('an id that a network would cut or refuse is replaced by a stable digest of 32 URL-safe characters', () => {
    assert.equal(networkClickId('gold', 'click_1-a'), 'click_1-a');
    const uuid = '5f0c1e52-8d7e-4a8b-9a57-0d4f8d2a3b11';
    assert.match(networkClickId('gold', uuid), /^[A-Za-z0-9_-]{32}$/);
    assert.equal(networkClickId('gold', uuid), networkClickId('gold', uuid));
    assert.notEqual(networkClickId('gold', uuid), networkClickId('silver', uuid));
  });
});

test('a link carries a click id by a macro or by a known network', () => {
  const able = ['https://t.example/c?sid={click_id}', 'https://t.example/{click_id}/x', 'https://brand.pxf.io/c/1/2/3'];
  const unable = [
    'https://shop.example/{CLICK_ID}',
    'https://shop.example/p/1',
    'https://shop.example/p/1#{click_id}',
    'https://{click_id}.example/',
    'https://t.example/c?sid={program}',
    'https://www.ebay.com/itm/1',
  ];
  assert.deepEqual(able.filter(canCarryClickId), able);
  assert.deepEqual(unable.filter(canCarryClickId), []);
});
