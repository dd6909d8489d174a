/** All verbs. Each is one file; what it works with is imported when it runs, so that help and completions load none of it. */

import { accept } from "./accept/accept.ts";
import { askForCommand } from "./ask/ask.ts";
import { checkChanges } from "./check/check.ts";
import { changeSetting, getSetting, listSettings } from "./config/settings.ts";
import type { AnyVerb } from "./declare/verb.ts";
import { reportEffect } from "./effect/report.ts";
import { addEpisode, listEpisodes } from "./episode/episodes.ts";
import { listGuards } from "./guard/list.ts";
import { logGuards } from "./guard/log.ts";
import { testGuards } from "./guard/test.ts";
import { importShellHistory } from "./history/import.ts";
import { listHistory, searchHistory } from "./history/list.ts";
import { importAny } from "./import/import.ts";
import { learnHere } from "./learn/learn.ts";
import { whyNot } from "./learn/why-not.ts";
import { importOtherMemories } from "./memory/import.ts";
import { clearMemory, enqueueMemory, viewMemory } from "./memory/project-memory.ts";
import { show } from "./memory/show.ts";
import { listPredictions } from "./predicting/predict.ts";
import { linkProject, shareProject, splitProject, unshareProject } from "./project/change.ts";
import { joinProject } from "./project/join.ts";
import { listProjects } from "./project/list.ts";
import { explainProject, showProject } from "./project/show.ts";
import { brief } from "./recall/brief.ts";
import { context } from "./recall/context.ts";
import { findInMemory } from "./recall/recall.ts";
import { why } from "./recall/why.ts";
import { addRecord } from "./record/add.ts";
import {
  archiveRecord,
  deleteRecord,
  reclassifyRecord,
  recordHistory,
  restoreRecord,
  undoRecord,
} from "./record/change.ts";
import { confirmRecords } from "./record/confirm.ts";
import { getRecord } from "./record/get.ts";
import { listRecords } from "./record/list.ts";
import { updateRecord } from "./record/update.ts";
import { importAgentSessions } from "./session/import.ts";
import { listSessions } from "./session/list.ts";
import { pinSession, showSession, unpinSession } from "./session/show.ts";
import { sampleAdd, sampleRemove } from "./setup/add-sample.ts";
import { connectProgram, disconnectProgram } from "./setup/install.ts";
import { setup } from "./setup/setup.ts";
import { counts } from "./status/counts.ts";
import { status } from "./status/status.ts";
import { acceptSuggestion, dismissSuggestion } from "./suggestion/accept.ts";
import { listSuggestions } from "./suggestion/list.ts";
import { showSuggestion } from "./suggestion/show.ts";
import { confirmMachine, listMachines, revokeMachine, rotateKey } from "./sync/machines.ts";
import { addRemote, removeRemote, syncNow, syncStatus } from "./sync/sync.ts";
import { acceptInTeam } from "./team/accept.ts";
import { joinSpace, leaveSpace } from "./team/join.ts";
import { bindMember, changeRole, dismissMember, inviteMember, listMembers } from "./team/members.ts";
import { listProposals, showAudit } from "./team/proposals.ts";
import { createSpace, routeProject, showSpaces } from "./team/spaces.ts";
import { addToken, listTokens, revokeToken } from "./team/tokens.ts";
import {
  addTicket,
  briefTicket,
  importTickets,
  listTickets,
  moveTicket,
  noteTicket,
  showTicket,
  startTicket,
} from "./ticket/tickets.ts";
import { consolidate } from "./upkeep/consolidate.ts";
import { exportAll, exportLines } from "./upkeep/export.ts";
import { forget } from "./upkeep/forget.ts";
import { rebuild } from "./upkeep/rebuild.ts";
import { runWorkflow } from "./workflow/run.ts";
import { deleteWorkflow, listWorkflows, printWorkflow, saveWorkflow, showWorkflow } from "./workflow/workflows.ts";

export const VERBS: AnyVerb[] = [
  ...[setup, status, reportEffect],
  ...[findInMemory, brief, context, why, askForCommand, listPredictions],
  ...[listSuggestions, showSuggestion, acceptSuggestion, dismissSuggestion, accept],
  ...[saveWorkflow, listWorkflows, showWorkflow, runWorkflow, printWorkflow, deleteWorkflow],
  ...[addEpisode, listEpisodes, show],
  ...[addTicket, importTickets, noteTicket, moveTicket, startTicket, listTickets, showTicket, briefTicket],
  ...[addRecord, listRecords, getRecord, updateRecord, reclassifyRecord, archiveRecord, restoreRecord],
  ...[deleteRecord, confirmRecords, recordHistory, undoRecord],
  ...[listGuards, testGuards, logGuards, checkChanges],
  ...[counts, consolidate, forget, learnHere, whyNot],
  ...[importAny, importShellHistory, listHistory, searchHistory],
  ...[importAgentSessions, listSessions, showSession, pinSession, unpinSession],
  ...[viewMemory, clearMemory, enqueueMemory, importOtherMemories],
  ...[showProject, listProjects, explainProject, linkProject, splitProject],
  ...[shareProject, unshareProject, joinProject],
  ...[syncNow, addRemote, removeRemote, syncStatus, listMachines, confirmMachine, revokeMachine, rotateKey],
  ...[showSpaces, createSpace, joinSpace, leaveSpace, routeProject, acceptInTeam],
  ...[listMembers, inviteMember, changeRole, bindMember, dismissMember, listTokens, addToken, revokeToken],
  ...[listProposals, showAudit],
  ...[listSettings, getSetting, changeSetting, connectProgram, disconnectProgram, sampleAdd, sampleRemove],
  ...[exportAll, exportLines, rebuild],
];
