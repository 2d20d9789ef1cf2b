// Jobs: a dead job is found, its error is read, and it is tried again.
import { after, before, test } from 'node:test';
import { openSqliteStore } from '../../server/src/store/sqlite/open-sqlite-store.ts';
import { ConsoleUnderTest } from '../support/console.ts';
import { signupWrite } from '../support/stored-facts.ts';

const ERROR = `<img src=x onerror=alert(1)> ${'broken'.repeat(1500)}`;

let console: ConsoleUnderTest;
before(async () => {
  console = await ConsoleUnderTest.start({}, []);
});
after(() => console.stop());

/** No attempts are left. It is due in days, so that the worker of the server leaves it alone before. */
async function storeDeadJob(id: string): Promise<void> {
  const store = await openSqliteStore({ folder: console.server.folder, own: false });
  await store.acceptSignup(signupWrite({ message_id: id, now_ms: Date.now() + 1e9 }));
  await store.failJob({ id, error: ERROR, due_at_ms: 1, max_attempts: 1 });
  await store.close();
}

test('a person finds a dead job, reads its error and retries it', async () => {
  const page = await console.open('jobs');
  await page.getByText('No jobs yet').waitFor();
  await storeDeadJob('signup-1');
  await page.getByLabel('State').selectOption('Waiting');
  await page.getByText('No such jobs').waitFor();
  await page.getByLabel('State').selectOption('Dead');
  await page.getByRole('link', { name: 'Record a signup' }).click();
  await page.getByRole('heading', { name: 'Last error' }).waitFor();
  await page.getByText('<img src=x onerror=alert(1)>').waitFor();
  await console.assertAccessible('jobs?state=dead', (each) => each.getByText('dead', { exact: true }).waitFor());
  await console.assertAccessible('jobs/signup-1', (each) => each.getByRole('button', { name: 'Retry' }).waitFor());
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('The job is queued').waitFor();
  await page.getByText('done', { exact: true }).waitFor();
  await page.goBack();
  await page.getByText('No such jobs').waitFor();
  await page.goto(`${console.server.url}/console/jobs/made-up`);
  await page.getByRole('alert').waitFor();
  await console.close(page);
});
