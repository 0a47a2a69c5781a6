import { CoAgentError, shownText } from '@coagent8/contracts';
import type { BackendId, SessionHandle } from '@coagent8/contracts';

const ANEW = 'leave the session handle out to begin a new conversation';

function invalid(
  message: string,
  remedy: string,
  details: Readonly<Record<string, string | number>> = {},
): CoAgentError {
  return new CoAgentError('SESSION_INVALID', message, { remedy, details });
}

export function notAHandle(text: string): CoAgentError {
  return invalid(
    `${shownText(text)} is not a session handle`,
    `pass the handle as it was given, ses_ and 32 digits of 0-9 and a-f; or ${ANEW}`,
  );
}

export function noSuchAbbreviation(digits: string): CoAgentError {
  return invalid(`no session begins with ses_${digits}`, 'list the sessions, and take a handle from there');
}

export function ambiguousHandle(digits: string, count: number): CoAgentError {
  return invalid(`${count} sessions begin with ses_${digits}`, 'give more of its digits', { count });
}

export function unknownSession(handle: SessionHandle): CoAgentError {
  return invalid(
    `there is no session ${handle}; sessions are kept for seven days`,
    `list the sessions of this workspace, or ${ANEW}`,
    { handle },
  );
}

export function unusableRecord(handle: SessionHandle, path: string, problem: string): CoAgentError {
  return invalid(`the session ${handle} cannot be used: ${problem} (${path})`, `${ANEW}`, { handle, path });
}

export function newerRecord(handle: SessionHandle, path: string, problem: string): CoAgentError {
  return invalid(
    `the session ${handle} cannot be used: ${problem} (${path})`,
    `update this CoAgent8, or ${ANEW}`,
    { handle, path },
  );
}

export function foreignWorkspace(handle: SessionHandle, workspace: string): CoAgentError {
  return invalid(
    `the session ${handle} belongs to another workspace, ${workspace}`,
    `continue it with that workspace_path, or ${ANEW} in this one`,
    { handle, workspace },
  );
}

export function foreignBackend(handle: SessionHandle, backend: BackendId, wanted: BackendId): CoAgentError {
  return invalid(
    `the session ${handle} is a conversation with ${backend}, which ${wanted} does not know`,
    `leave the backend out to continue with ${backend}, or ${ANEW} with ${wanted}`,
    { handle, backend },
  );
}

export function foreignProfile(handle: SessionHandle, profile: string): CoAgentError {
  return invalid(
    `the session ${handle} runs with the profile ${profile} and with no other`,
    `continue it with that profile, or ${ANEW}`,
    { handle, profile },
  );
}

export function sessionClosed(handle: SessionHandle): CoAgentError {
  return invalid(`the session ${handle} was closed`, ANEW, { handle });
}

export function sessionAsleep(handle: SessionHandle, ageMs: number): CoAgentError {
  const minutes = Math.floor(ageMs / 60_000);
  return invalid(
    `the session ${handle} was last used ${minutes} minutes ago and can be continued for two hours only`,
    `${ANEW}; what was answered is still there`,
    { handle, minutes },
  );
}

export function neverAnswered(handle: SessionHandle): CoAgentError {
  return invalid(
    `the session ${handle} cannot be continued: its agent never confirmed that the conversation exists`,
    ANEW,
    { handle },
  );
}

export function leaseLost(handle: SessionHandle, why: string): CoAgentError {
  return invalid(
    `the turn of the session ${handle} is no longer this server's: ${why}`,
    'list the sessions to see its state',
    { handle },
  );
}

export function stepNotAllowed(handle: SessionHandle, state: string, step: string): CoAgentError {
  return invalid(`the session ${handle} is ${state}, which "${step}" does not follow`, 'list the sessions', {
    handle,
    state,
  });
}

export function sessionBusy(handle: SessionHandle, turn: number): CoAgentError {
  return new CoAgentError('SESSION_BUSY', `turn ${turn} of the session ${handle} is under way`, {
    remedy: `wait for it, cancel it, or ${ANEW}`,
    details: { handle, turn },
  });
}

export function recordContended(handle: SessionHandle, waitMs: number, cause: unknown): CoAgentError {
  return new CoAgentError(
    'SESSION_BUSY',
    `another process has been writing near the session ${handle} for ${waitMs / 1000} seconds`,
    { remedy: 'try again', details: { handle, waitMs }, cause },
  );
}

export function noResult(handle: SessionHandle): CoAgentError {
  return invalid(
    `no result of the session ${handle} is kept; results are kept for seven days`,
    'list the sessions to see whether its turn is still under way',
    { handle },
  );
}

export function unusableResult(handle: SessionHandle, path: string, problem: string): CoAgentError {
  return invalid(
    `the result of the session ${handle} cannot be read: ${problem} (${path})`,
    'ask again in a new turn',
    { handle, path },
  );
}

export function notACursor(text: string, what: string): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `${shownText(text)} is not a cursor of ${what}`, {
    remedy: 'pass the cursor as the page before gave it, or none for the first page',
  });
}

export function resultChanged(handle: SessionHandle): CoAgentError {
  return new CoAgentError(
    'HISTORY_ERROR',
    `the cursor is of an earlier result of the session ${handle}; another turn has ended since`,
    { remedy: 'read the result again from its first page', details: { handle, reason: 'HISTORY_CHANGED' } },
  );
}

export function otherConversation(handle: SessionHandle): CoAgentError {
  return invalid(
    `the agent began another conversation than that of the session ${handle}; what it knew is not in it`,
    ANEW,
    { handle },
  );
}

export function limitOutOfBounds(limit: number, most: number): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `the limit ${limit} is not a whole number from 1 to ${most}`, {
    remedy: `give a limit from 1 to ${most}`,
  });
}

export function noHistory(handle: SessionHandle): CoAgentError {
  return new CoAgentError('HISTORY_ERROR', `no history of the session ${handle} is kept`, {
    remedy:
      'read its result; a history is kept for seven days, where it is not switched off, and while there is room',
    details: { handle },
  });
}

export function unusableHistory(handle: SessionHandle, problem: string): CoAgentError {
  return new CoAgentError(
    'HISTORY_ERROR',
    `the history of the session ${handle} cannot be used: ${problem}`,
    {
      remedy: 'read its result, or close the session with its history',
      details: { handle },
    },
  );
}

export function historyChanged(handle: SessionHandle): CoAgentError {
  return new CoAgentError(
    'HISTORY_ERROR',
    `the cursor is of an earlier state of the history of the session ${handle}; something was written since`,
    { remedy: 'read the history again from its first page', details: { handle, reason: 'HISTORY_CHANGED' } },
  );
}

export function historyFull(handle: SessionHandle, maxBytes: number): CoAgentError {
  return new CoAgentError(
    'HISTORY_ERROR',
    `the history of the session ${handle} has reached its limit of ${maxBytes} bytes`,
    { remedy: ANEW, details: { handle, maxBytes } },
  );
}

export function historyWithoutRoom(handle: SessionHandle, maxBytes: number): CoAgentError {
  return new CoAgentError(
    'HISTORY_ERROR',
    `there is no room for the history of the session ${handle}: all of the ${maxBytes} bytes belong to turns under way`,
    { remedy: 'wait until other turns have ended', details: { handle, maxBytes } },
  );
}
