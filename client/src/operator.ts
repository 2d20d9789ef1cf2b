// The client with the calls of operators. It is a subpath, so that pages for shoppers do not load them.
import { Finderfee } from './finderfee.ts';
import { Administration } from './resources/administration.ts';
import { Audit } from './resources/audit.ts';
import { Catalogue } from './resources/catalogue.ts';
import { Conversations } from './resources/conversations.ts';
import { Conversions } from './resources/conversions.ts';
import { Feeds } from './resources/feeds.ts';
import { Jobs } from './resources/jobs.ts';
import { Keys } from './resources/keys.ts';
import { Ledger } from './resources/ledger.ts';
import { Networks } from './resources/networks.ts';
import { Ranking } from './resources/ranking.ts';
import { Reports } from './resources/reports.ts';
import { Rewards } from './resources/rewards.ts';
import { SearchIndex } from './resources/search-index.ts';
import { Service } from './resources/service.ts';
import { Session } from './resources/session.ts';
import { Synonyms } from './resources/synonyms.ts';
import { Webhooks } from './resources/webhooks.ts';
import type { ClientOptions } from './transport.ts';

export class FinderfeeOperator extends Finderfee {
  readonly catalogue: Catalogue;
  readonly feeds: Feeds;
  readonly conversions: Conversions;
  readonly networks: Networks;
  readonly rewards: Rewards;
  readonly webhooks: Webhooks;
  readonly ledger: Ledger;
  readonly reports: Reports;
  readonly ranking: Ranking;
  readonly synonyms: Synonyms;
  readonly searchIndex: SearchIndex;
  readonly jobs: Jobs;
  readonly conversations: Conversations;
  readonly keys: Keys;
  readonly audit: Audit;
  readonly administration: Administration;
  readonly service: Service;
  readonly session: Session;

  constructor(options: ClientOptions = {}) {
    super(options);
    this.catalogue = new Catalogue(this.transport);
    this.feeds = new Feeds(this.transport);
    this.conversions = new Conversions(this.transport);
    this.networks = new Networks(this.transport);
    this.rewards = new Rewards(this.transport);
    this.webhooks = new Webhooks(this.transport);
    this.ledger = new Ledger(this.transport);
    this.reports = new Reports(this.transport);
    this.ranking = new Ranking(this.transport);
    this.synonyms = new Synonyms(this.transport);
    this.searchIndex = new SearchIndex(this.transport);
    this.jobs = new Jobs(this.transport);
    this.conversations = new Conversations(this.transport);
    this.keys = new Keys(this.transport);
    this.administration = new Administration(this.transport);
    this.audit = new Audit(this.transport);
    this.service = new Service(this.transport);
    this.session = new Session(this.transport);
  }
}

export { CRITERION_KINDS } from './generated/criterion-kinds.ts';
export type { ExportKind } from './resources/administration.ts';
export type { FollowedEvent, FollowOptions } from './resources/conversations.ts';
