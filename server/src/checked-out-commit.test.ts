import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { checkedOutCommit } from './checked-out-commit.ts';

const HASH = '0123456789abcdef0123456789abcdef01234567';
const OTHER = HASH.replaceAll('0', 'f');

/** The commit of `root` in a folder with these files. */
function commitIn(files: Record<string, string>, root = ''): string | null {
  const folder = temporaryFolder();
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(`${folder}/${name}`), { recursive: true });
      writeFileSync(`${folder}/${name}`, `${text}\n`);
    }
    return checkedOutCommit(`${folder}/${root}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const onMain = { '.git/HEAD': 'ref: refs/heads/main' };

test('the commit of a clone is that of its branch, packed or not, or the detached one', () => {
  assert.equal(commitIn({ ...onMain, '.git/refs/heads/main': HASH }), HASH);
  const packed = `# pack-refs with: peeled\n${OTHER} refs/heads/domain\n${HASH} refs/heads/main\n${OTHER} refs/tags/main`;
  assert.equal(commitIn({ ...onMain, '.git/packed-refs': packed }), HASH);
  assert.equal(
    commitIn({ ...onMain, '.git/refs/heads/main': HASH, '.git/packed-refs': `${OTHER} refs/heads/main` }),
    HASH,
  );
  assert.equal(commitIn({ '.git/HEAD': HASH }), HASH);
});

test('the commit of a worktree is its own, on a branch that its clone keeps', () => {
  const clone = { 'clone/.git/HEAD': 'ref: refs/heads/main', 'clone/.git/refs/heads/main': OTHER };
  const worktree = {
    'tree/.git': 'gitdir: ../clone/.git/worktrees/tree',
    'clone/.git/worktrees/tree/HEAD': 'ref: refs/heads/fix',
    'clone/.git/worktrees/tree/commondir': '../..',
    'clone/.git/refs/heads/fix': HASH,
  };
  assert.equal(commitIn({ ...clone, ...worktree }, 'tree'), HASH);
});

test('without a clone, before the first commit, or in a format of git that is not known, there is no commit', () => {
  assert.equal(commitIn({}), null);
  assert.equal(commitIn(onMain), null);
  assert.equal(commitIn({ '.git/HEAD': 'ref: refs/heads/.invalid', '.git/packed-refs': '' }), null);
  assert.equal(commitIn({ '.git/HEAD': 'something else' }), null);
});
