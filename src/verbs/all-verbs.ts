/** All verbs. Each is one file; what it works with is imported when it runs, so that help and completions load none of it. */

import { accept } from "./accept/accept.ts";
import { askForCommand } from "./ask/ask.ts";
import { changeSetting, getSetting, listSettings } from "./config/settings.ts";
import type { AnyVerb } from "./declare/verb.ts";
import { reportEffect } from "./effect/report.ts";
import { addEpisode } from "./episode/add.ts";
import { listEpisodes } from "./episode/list.ts";
import { listGuards } from "./guard/list.ts";
import { logGuards } from "./guard/log.ts";
import { testGuards } from "./guard/test.ts";
import { importShellHistory } from "./history/import.ts";
import { listHistory } from "./history/list.ts";
import { searchHistory } from "./history/search.ts";
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
import { archiveRecord } from "./record/archive.ts";
import { confirmRecords } from "./record/confirm.ts";
import { deleteRecord } from "./record/delete.ts";
import { getRecord } from "./record/get.ts";
import { recordHistory } from "./record/history.ts";
import { listRecords } from "./record/list.ts";
import { reclassifyRecord } from "./record/reclassify.ts";
import { restoreRecord } from "./record/restore.ts";
import { undoRecord } from "./record/undo.ts";
import { updateRecord } from "./record/update.ts";
import { importAgentSessions } from "./session/import.ts";
import { listSessions } from "./session/list.ts";
import { pinSession, showSession, unpinSession } from "./session/show.ts";
import { sampleAdd, sampleRemove } from "./setup/add-sample.ts";
import { connectProgram, disconnectProgram } from "./setup/install.ts";
import { setup } from "./setup/setup.ts";
import { counts } from "./status/counts.ts";
import { status } from "./status/status.ts";
import { acceptSuggestion } from "./suggestion/accept.ts";
import { dismissSuggestion } from "./suggestion/dismiss.ts";
import { listSuggestions } from "./suggestion/list.ts";
import { showSuggestion } from "./suggestion/show.ts";
import { confirmMachine, listMachines, revokeMachine, rotateKey } from "./sync/machines.ts";
import { addRemote, removeRemote, syncNow, syncStatus } from "./sync/sync.ts";
import { acceptInTeam } from "./team/accept.ts";
import { joinSpace, leaveSpace } from "./team/join.ts";
import { bindMember, changeRole, dismissMember, inviteMember, listMembers } from "./team/members.ts";
import { listProposals, showAudit } from "./team/proposals.ts";
import { routeProject } from "./team/route.ts";
import { createSpace, showSpaces } from "./team/spaces.ts";
import { addToken, listTokens, revokeToken } from "./team/tokens.ts";
import { addTicket } from "./ticket/add.ts";
import { briefTicket } from "./ticket/brief.ts";
import { importTickets } from "./ticket/import.ts";
import { listTickets } from "./ticket/list.ts";
import { noteTicket } from "./ticket/note.ts";
import { showTicket } from "./ticket/show.ts";
import { startTicket } from "./ticket/start.ts";
import { moveTicket } from "./ticket/status.ts";
import { consolidate } from "./upkeep/consolidate.ts";
import { exportAll, exportLines } from "./upkeep/export.ts";
import { forget } from "./upkeep/forget.ts";
import { rebuild } from "./upkeep/rebuild.ts";
import { printWorkflow } from "./workflow/export.ts";
import { runWorkflow } from "./workflow/run.ts";
import { saveWorkflow } from "./workflow/save.ts";
import { deleteWorkflow, listWorkflows, showWorkflow } from "./workflow/workflows.ts";

export const VERBS: AnyVerb[] = [
  ...[setup, status, reportEffect],
  ...[findInMemory, brief, context, why, askForCommand, listPredictions],
  ...[listSuggestions, showSuggestion, acceptSuggestion, dismissSuggestion, accept],
  ...[saveWorkflow, listWorkflows, showWorkflow, runWorkflow, printWorkflow, deleteWorkflow],
  ...[addEpisode, listEpisodes, show],
  ...[addTicket, importTickets, noteTicket, moveTicket, startTicket, listTickets, showTicket, briefTicket],
  ...[addRecord, listRecords, getRecord, updateRecord, reclassifyRecord, archiveRecord, restoreRecord],
  ...[deleteRecord, confirmRecords, recordHistory, undoRecord],
  ...[listGuards, testGuards, logGuards],
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
