/** Marks of texts that people paste: what announces them, and what shows a mail or a document. */
import type { Row } from "./row.ts";

/** Names of texts that people paste. */
const TEXTS =
  "(?:e-?)?mails?|messages?|letters?|newsletters?|logs?|outputs?|errors?|traces?|stack ?traces?|tracebacks?|pages?|articles?|docs?|documentation|readme|manual|posts?|threads?|tickets?|issues?|bug reports?|comments?|reviews?|feedback|snippets?|texts?|transcripts?|chats?|conversations?|changelogs?|release notes|licen[cs]es?|specs?|responses?|answers?|files?|announcements?|quotes?|excerpts?|paragraphs?|sections?|reports?|results?|diffs?|commits?|pull requests?|PRs?|tweets?|wiki|blogs?|slack|teams|terminal|console|stdout|stderr|website|site|handbook|guidelines?|instructions|readmes?|minutes|meeting notes|memo";
const REPORTS =
  "says?|said|wrote|writes|reads|stated|got|gets?|getting|prints?|printed|shows?|showed|returns?|returned|told (?:me|us)|replied|answered|asked|claims?|mentions?|mentioned|recommends?|suggests?|forwarded|sent(?: me| us)?|posted|pasted?|copied";

export const MAIL_MARKS: readonly Row[] = [
  {
    name: "header of a mail",
    pattern:
      /(?:^|\s)[*_]{0,2}(?:from|to|cc|subject|sent|reply-to|message-id|von|an|betreff|gesendet|de|objet|asunto)[*_]{0,2}: ?\S/i,
    example: "From: Bob Smith",
  },
  {
    name: "forwarded message",
    pattern:
      /^\W{0,20}(?:forwarded message|original message|begin forwarded message|weitergeleitete nachricht|ursprüngliche nachricht)\b/i,
    example: "---------- Forwarded message ---------",
  },
  {
    name: "quoted reply",
    pattern: /^\s*(?:on|am|le|el) .{4,120}(?:wrote|schrieb|a écrit|escribió):?\s*$/i,
    example: "On Tue, 3 Mar 2026 at 10:00, Bob wrote:",
  },
  {
    name: "message of a chat",
    pattern:
      /^\s*(?:\[?\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?\]? ?[-–]? ?[\p{L}. ]{2,40}:|[\p{L}. ]{2,40} ?[[(—–-]+ ?(?:today at |yesterday at )?\d{1,2}:\d\d|@\w+ (?:commented|wrote|said)\b)/iu,
    example: "[10:02] Bob Smith: we always deploy at night",
  },
];

export const SHOWN: Row = {
  name: "something that is shown",
  pattern: /\b(?:this|these|following|below|here)\b[^.:!?\n]{0,40}:(?![\w/])/i,
  example: "this is from the build: step 1",
};

/** Marks after which the rest of a message is somebody else's text. */
export const PASTE_STARTS: readonly Row[] = [
  ...MAIL_MARKS,
  {
    name: "text that is announced",
    pattern: new RegExp(`\\b(?:${TEXTS})\\b[^.:!?\\n]{0,60}:(?=\\s|$)`, "i"),
    example: "Reply to this mail: Hi all",
  },
  SHOWN,
  {
    name: "report of what somebody else said",
    pattern: new RegExp(`\\b(?:${REPORTS})\\b[^.:!?\\n]{0,30}:(?=\\s|$)`, "i"),
    example: "Bob wrote: we always deploy at night",
  },
  {
    name: "request about a text",
    pattern:
      /^[^.!?\n]{0,60}\b(?:summari[sz]e|sum up|reply to|respond to|answer|translate|proofread|review|explain|read|look at|check|what (?:does|do|is|are)|rewrite|rephrase|shorten|draft|tl;?dr|analy[sz]e|debug|understand|see|here(?:'s| is| are)|fwd|fyi|from)\b[^.!?\n]{0,60}\b(?:this|these|following|below|attached|pasted|got|received)\b[^\n]{0,40}$/i,
    example: "Can you summarise this",
  },
];

/** Marks of texts that were written for a page, a file or a mail. Two of them are enough. */
export const DOCUMENT_MARKS: readonly Row[] = [
  { name: "heading", pattern: /^\s{0,3}#{1,6}\s\S|^(?:={3,}|-{3,})\s*$/, example: "## Install" },
  {
    name: "link",
    pattern: /!?\[[^\]\n]{0,200}\]\([^)\s]{1,400}\)|^\s*\[[^\]]{1,80}\]: \S/,
    example: "[docs](https://x.org)",
  },
  {
    name: "markup",
    pattern: /<\/?(?:a|p|b|br|div|img|h[1-6]|span|li|ul|td|tr|table|strong|em|sub|details)\b[^>]{0,300}>/i,
    example: "<p>Hello</p>",
  },
  {
    name: "greeting",
    pattern: /^\s*(?:hi|hello|hey|dear|hallo|bonjour|hola|good (?:morning|afternoon))\b[^.!?\n]{0,40}[,!]?\s*$/i,
    example: "Hi team,",
  },
  {
    name: "closing of a letter",
    pattern:
      /^\s*(?:best|kind|warm)? ?(?:regards|wishes|cheers|thanks|thank you|sincerely|yours|best|viele grüße|cordialement)\b[^.!?\n]{0,20},?\s*$/i,
    example: "Best regards,",
  },
  {
    name: "copyright",
    pattern: /\b(?:copyright|all rights reserved|permission is hereby granted|licensed under|warranties)\b/i,
    example: "Copyright (c) 2026 Bob",
  },
  { name: "version", pattern: /^\s*(?:v?\d+\.\d+\.\d+\b|\[\d+\.\d+)[^\n]{0,40}$/, example: "1.2.3 (2026-01-01)" },
];
