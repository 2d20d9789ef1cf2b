import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareClicks, visitRecord } from './click-outcome.ts';

test('a click id that was recorded for another conversation or presentment is a conflict', () => {
  const first = { convo_id: 'c1', presentation_id: 'p1' };
  assert.equal(compareClicks(first, { ...first }), 'repeated');
  assert.equal(compareClicks(first, { ...first, convo_id: 'c2' }), 'conflict');
  assert.equal(compareClicks(first, { ...first, presentation_id: 'p2' }), 'conflict');
});

test('a visit is recorded if it is redirected, as a click unless there is a reason not to', () => {
  const visit = { non_click: null };
  const links = { direct_link: null, detail_link: 'https://t.example/' };
  assert.equal(visitRecord(visit, links), 'click');
  assert.equal(visitRecord({ non_click: 'crawler' }, links), 'non_click');
  assert.equal(visitRecord(visit, { ...links, detail_link: null }), null);
  assert.equal(visitRecord(visit, null), null);
});
