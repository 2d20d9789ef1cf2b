import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signupEffect } from './signup-effect.ts';

test('the first request becomes the signup', () => {
  assert.equal(signupEffect({ may_replace: false, received_at_ms: 5 }, undefined), 'insert');
});

test('only a privileged request replaces the data of a signup', () => {
  const signup = { data_received_at_ms: 4 };
  assert.equal(signupEffect({ may_replace: true, received_at_ms: 5 }, signup), 'replace_data');
  assert.equal(signupEffect({ may_replace: false, received_at_ms: 5 }, signup), 'none');
});

test('data is not replaced by that of an earlier request; of two at one instant the one that runs later wins', () => {
  const request = { may_replace: true, received_at_ms: 5 };
  assert.equal(signupEffect(request, { data_received_at_ms: 5 }), 'replace_data');
  assert.equal(signupEffect(request, { data_received_at_ms: 6 }), 'none');
  assert.equal(signupEffect(request, { data_received_at_ms: null }), 'none');
});
