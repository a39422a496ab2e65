import type { Config } from "./config.ts";
import { type AccessDeps, createAccess } from "./features/access/index.ts";
import { createAgents } from "./features/agents/index.ts";
import { createAiUsage } from "./features/ai-usage/index.ts";
import { createAnalysis } from "./features/analysis/index.ts";
import { createAudit } from "./features/audit/index.ts";
import { createBackup } from "./features/backup/index.ts";
import { createChangeRisk } from "./features/change-risk/index.ts";
import { createCis } from "./features/ci/index.ts";
import { createConsoleSession } from "./features/console-session/index.ts";
import { createCorrelator } from "./features/correlation/index.ts";
import { createCpeDictionary } from "./features/cpe-dictionary/index.ts";
import { createDemo } from "./features/demo/index.ts";
import { createDiscovery } from "./features/discovery/index.ts";
import { createDoctor } from "./features/doctor/index.ts";
import { createEnrichment, createEnrichmentNews } from "./features/enrichment/index.ts";
import { createEvents } from "./features/events/index.ts";
import { createExplorer } from "./features/explorer/index.ts";
import { createExposure } from "./features/exposure/index.ts";
import { createHistory } from "./features/history/index.ts";
import { createHolidays } from "./features/holidays/index.ts";
import { createHousekeeping } from "./features/housekeeping/index.ts";
import { createImpact } from "./features/impact/index.ts";
import { createInsights } from "./features/insights/index.ts";
import { createIntegrations } from "./features/integrations/index.ts";
import { createInventory, hasScan, lastSeenOf } from "./features/inventory/index.ts";
import { createOperatorJobs } from "./features/jobs/index.ts";
import { createMaps } from "./features/maps/index.ts";
import { createMcp } from "./features/mcp/index.ts";
import { createOverview } from "./features/overview/index.ts";
import { createProposals } from "./features/proposals/index.ts";
import { createQuery } from "./features/query/index.ts";
import { createQuestions } from "./features/questions/index.ts";
import { createReach } from "./features/reach/index.ts";
import { createRelationships } from "./features/relationships/index.ts";
import { createReports } from "./features/reports/index.ts";
import { createSavedMaps } from "./features/saved-maps/index.ts";
import { createSearch } from "./features/search/index.ts";
import { createServices } from "./features/services/index.ts";
import { createTenantSettings } from "./features/settings/index.ts";
import { createSoftware, type SoftwareDeps } from "./features/software/index.ts";
import { createStream } from "./features/stream/index.ts";
import { createRemoveTenant } from "./features/tenants/index.ts";
import { createTools } from "./features/tools/index.ts";
import { createTopology } from "./features/topology/index.ts";
import { createWebhooks } from "./features/webhooks/index.ts";
import { sumCallsOfRuns } from "./platform/ai/index.ts";
import type { Feature, NamedFeature } from "./platform/feature.ts";
import { createFetchText } from "./platform/outside/fetch-text.ts";
import { ownVersion } from "./platform/own-version.ts";
import type { Platform } from "./platform.ts";

/** Cheaper replacements for tests. */
export interface FeatureOptions {
  /** Default: password hashing at production's cost. */
  passwords?: AccessDeps["passwords"] | undefined;
  /** Default: read from the files at first use; tests read it once for many applications. */
  knowledge?: SoftwareDeps["knowledge"] | undefined;
}

/**
 * Creates every feature in dependency order, one statement each. Hooks run and changes arrive in the same order: history
 * stores a change before other features act on it.
 */
export function createFeatures(p: Platform, config: Config, { passwords, knowledge }: FeatureOptions = {}) {
  const all: NamedFeature[] = [{ name: "platform", feature: p.feature }];
  const add = <F extends Feature>(name: string, feature: F): F => {
    all.push({ name, feature });
    return feature;
  };
  const settings = add("settings", createTenantSettings(p));
  const { of: settingsOf, apiKeyInQuery } = settings;
  const accessConfig = { ...config, baseUrl: config.http.baseUrl };
  const access = add(
    "access",
    createAccess({ ...p, config: accessConfig, allowsKeyInQuery: apiKeyInQuery, passwords }),
  );
  if (config.consoleFolder !== undefined) add("console-session", createConsoleSession({ access }));
  const audit = add("audit", createAudit(p));
  // Early: it ends open streams at a stop, which must wait for no other feature.
  add("stream", createStream(p));
  const ci = add("ci", createCis(p));
  const history = add("history", createHistory({ ...p, ...ci.verbs }));
  const inventory = add("inventory", createInventory({ ...p, ...ci.verbs, settings: settingsOf }));
  const relationships = add("relationships", createRelationships({ ...p, collectedAt: inventory.collectedAt }));
  const { failureKinds } = relationships.verbs;
  const topology = add("topology", createTopology(p));
  const cpeDictionary = add("cpe-dictionary", createCpeDictionary(p));
  const source = p.nvd && { nvd: p.nvd, dictionary: cpeDictionary };
  const { batchSize } = config.software;
  const news = createEnrichmentNews(p);
  const software = add(
    "software",
    createSoftware({ ...p, dictionary: cpeDictionary.reader, source, batchSize, knowledge, news }),
  );
  const absenceDays = async (tenantId: string) => (await settingsOf(tenantId)).absence_days;
  const discovery = add("discovery", createDiscovery({ ...p, software: software.intake, absenceDays }));
  const { classify } = software.identifier;
  const facts = { ...topology.verbs, getCi: ci.verbs.getCi, classify, relationships: relationships.verbs };
  const insights = add("insights", createInsights({ ...p, ...facts, news }));
  const fetchText = createFetchText(p.egress);
  const events = add("events", createEvents({ ...p, settings: settingsOf, fetchText }));
  const demo = add("demo", createDemo({ ...p, ...inventory, ci: ci.verbs, events, settings: settingsOf, fetchText }));
  const reach = add("reach", createReach({ ...p, failureKinds }));
  const correlation = add("correlation", createCorrelator({ ...p, settings: settingsOf, events, failureKinds }));
  const walk = { ...reach.verbs, openEventsOf: correlation.openEventsOf };
  const services = add("services", createServices({ ...p, ...walk, ci: ci.verbs }));
  const serviceHealth = services.healthStatus;
  const impact = add("impact", createImpact({ ...p, failureKinds, reach: reach.verbs, serviceHealth }));
  const { serviceHealth: healthOf } = services;
  const query = add(
    "query",
    createQuery({ ...p, ...relationships.verbs, ...inventory, impact: impact.verbs, serviceHealth: healthOf }),
  );
  const aiUsage = add("ai-usage", createAiUsage(p));
  const { recordAiQuery } = aiUsage;
  const search = add("search", createSearch({ ...p, recordAiQuery }));
  const holidays = add("holidays", createHolidays({ ...p, recordAiQuery }));
  const firstReader = config.questions;
  const questions = add("questions", createQuestions({ ...p, query: query.verbs, recordAiQuery, firstReader }));
  const analysis = add(
    "analysis",
    createAnalysis({
      ...p,
      ...impact.verbs,
      ...topology.verbs,
      listCis: ci.verbs.listCis,
      openEventsOf: correlation.openEventsOf,
      openIncidentsOf: correlation.openIncidentsOf,
      absenceDays,
      insights: insights.verbs,
      recordAiQuery,
    }),
  );
  const proposals = add(
    "proposals",
    createProposals({
      ...p,
      relationships: relationships.verbs,
      knowledge: software.knowledge,
      recordAiQuery,
    }),
  );
  const maps = add("maps", createMaps({ ...p, ...walk, services }));
  add("saved-maps", createSavedMaps(p));
  const exposure = add(
    "exposure",
    createExposure({
      ...p,
      dictionary: cpeDictionary.reader,
      reach: reach.verbs,
      serviceHealth,
      requireCi: maps.verbs.requireCi,
      requireService: maps.verbs.requireService,
    }),
  );
  const explorer = add(
    "explorer",
    createExplorer({ ...p, healthOfCis: maps.healthOfCis, listTypes: relationships.verbs.listTypes }),
  );
  const webhooks = add("webhooks", createWebhooks({ ...p, settings: settingsOf, events: events.verbs }));
  const integrations = add("integrations", createIntegrations(p));
  const assess = {
    failureKinds,
    impactOfAll: impact.verbs.impactOfAll,
    openEventsOf: correlation.openEventsOf,
    openIncidentsOf: correlation.openIncidentsOf,
    maintenanceBetween: events.maintenanceBetween,
    eventsByHour: events.eventsByHour,
    endedEvents: events.endedEvents,
    holidayCountries: async (tenantId: string) => (await settingsOf(tenantId)).holiday_countries,
    holidaysBetween: holidays.holidaysBetween,
    zoneOf: holidays.zoneOf,
  };
  const changeRisk = add("change-risk", createChangeRisk({ ...p, assess, integrations, recordAiQuery }));
  const { currentRights, tenantName } = access;
  const sources = {
    query: query.verbs,
    maps: maps.verbs,
    componentsOf: services.reads.components,
    lastSeenOf: (tenantId: string, ciIds: string[]) => lastSeenOf(p.postgres, tenantId, ciIds),
    savedQueries: query.savedQueries,
    vulnerabilities: exposure.counts,
  };
  const baseUrl = config.http.baseUrl ?? `http://${config.http.host}:${config.http.port}`;
  const delivered = { webhooks: webhooks.tracking, settings: settingsOf, baseUrl };
  const { readInWords } = questions;
  const reports = add(
    "reports",
    createReports({ ...p, ...delivered, sources, currentRights, tenantName, readInWords, recordAiQuery }),
  );
  const enrichment = add(
    "enrichment",
    createEnrichment({
      ...p,
      features: all,
      costsOf: sumCallsOfRuns,
      hasScan: (tenantId, scanId) => hasScan(p.postgres, tenantId, scanId),
      getEmbeddingStatus: search.verbs.getEmbeddingStatus,
    }),
  );
  add(
    "overview",
    createOverview({
      ...p,
      ci: ci.verbs,
      events: events.verbs,
      incidents: correlation.verbs.incidents,
      runs: enrichment.runs,
      healthStatus: services.healthStatus,
      exposure: exposure.counts,
    }),
  );
  const tools = createTools({
    ci: ci.verbs,
    impact: impact.verbs,
    topology: topology.verbs,
    incidents: correlation.verbs.incidents,
    correlate: correlation.verbs.correlate,
    services: services.verbs,
    changes: changeRisk.verbs,
    identifier: software.identifier,
    query: query.verbs,
  });
  const { readByRules, findNamedCis } = questions;
  const { performanceOf } = aiUsage;
  add("agents", createAgents({ ...p, tools, recordAiQuery, performanceOf, readByRules, findNamedCis }));
  add("mcp", createMcp({ tools, log: p.log, version: ownVersion() }));
  const operatorJobs = add("jobs", createOperatorJobs({ ...p, features: all }));
  const { tenantIds, checkSecret, generatedPasswords, operator } = access;
  const { purgeCis } = ci.verbs;
  add("housekeeping", createHousekeeping({ features: all, tenantIds, settings: settingsOf, purgeCis }));
  // Without routes and hooks: for the operator at the command line.
  const backup = createBackup(p);
  const doctor = createDoctor({
    ...p,
    consoleFolder: config.consoleFolder,
    checkSecret,
    generatedPasswords,
    backup,
    undoneWork: operatorJobs.undone,
  });
  const removeTenant = createRemoveTenant({ ...p, operator });
  return {
    all,
    parts: {
      settings,
      access,
      audit,
      ci,
      history,
      inventory,
      relationships,
      topology,
      cpeDictionary,
      software,
      discovery,
      insights,
      events,
      demo,
      reach,
      correlation,
      services,
      impact,
      maps,
      exposure,
      explorer,
      analysis,
      proposals,
      query,
      aiUsage,
      search,
      holidays,
      questions,
      webhooks,
      integrations,
      changeRisk,
      reports,
      enrichment,
      tools,
      operatorJobs,
      backup,
      doctor,
      removeTenant,
    },
  };
}
