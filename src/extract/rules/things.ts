/** Things that a person sees or builds right now: a sentence about one applies to the task only. */
const AT_HAND = [
  "animation|banner|button|card|caret|cell|chart|checkbox|column|component|cursor|dialog|dropdown|field|filter|font|footer",
  "form|graph|grid|header|heading|icon|image|input|label|layout|legend|link|list|logo|margin|menu|message|modal|navbar|padding",
  "page|paragraph|picture|popup|row|screen|screenshot|scrollbar|search|section|sentence|sidebar|spinner|tab|table|text|title",
  "toggle|toolbar|tooltip|total|view|widget|colou?r|background|border",
  "class|download|endpoint|export|function|hook|loop|method|output|query|report|response|result|script|upload|user|value",
].join("|");

/** One of them, with its article. */
export const THING_AT_HAND = `(?:the|a|my|your) (?:new |whole |main |first |second |last |other |old )?(?:\\w+ )?(?:${AT_HAND})`;
