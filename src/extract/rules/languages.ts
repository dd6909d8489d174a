/** Lasting instructions in six other languages: data only, read by `other-language.ts`. */

/**
 * Each entry contains alternatives of a pattern, for words in lower case without accents.
 * `«do»` is replaced by the entry `deeds`.
 */
export type LanguageData = {
  readonly name: string;
  /** Words that other languages hardly share; none if the script identifies the language. */
  readonly telling: string;
  /** Polite phrases and replies, removed. */
  readonly opening: string;
  readonly question: string;
  /** For now, one place, past, doubt, report, fault, users of the product. */
  readonly passing: string;
  /** A task that follows the statement, and is cut off. */
  readonly tail: string;
  /** Imperatives. */
  readonly deeds: string;
  /** "Remember:", removed. */
  readonly told: string;
  /** "Remember that", if the sentence would be incomplete without it. */
  readonly toldWhole: string;
  readonly fromNowOn: string;
  readonly duty: string;
  readonly contrast: string;
  readonly habit: readonly string[];
  /** A line that introduces a list of rules. */
  readonly rules: string;
  /** Words for a person's own taste, and for what is shared with others. */
  readonly own: string;
  readonly shared: string;
};

const raw = String.raw;

const GERMAN: LanguageData = {
  name: "German",
  telling:
    "der die das und nicht ist wir du bitte immer nie niemals den dem ein eine einen auf mit fuer fur kein keine keinen keiner keines vor bei zu auch aber jetzt sofort ich mal nur wenn dass im ab von merk merke dir nein stets beim jede jedem jeden jeder jedes ohne statt verwende nutze uns kunftig zukunftig zukunft sind alle",
  opening: raw`(?:nein|nee?|doch|falsch|(?:das )?stimmt nicht|ach|ok|okay|gut|super|danke|also|und|aber|ubrigens|hinweis|wichtig|nochmal|noch ?mals|ausserdem|wie gesagt|hey|hallo|bitte|noch was|noch etwas)(?:[,.:!]+| (?=(?:bitte|immer|nie|niemals|ab|in|wir|merke?|denke?|vergiss|nutze?|verwende?|benutze?|keine?)\b)|(?<=^bitte) )`,
  question: raw`^(?:warum|wieso|weshalb|was|wie|wo|wer|wann|wohin|welche\w*|soll(?:te|ten|en)?|kann|kannst|konntest|konnen|gibt|ist|sind|muss|mussen|hast|habt|darf|weisst|ob|wurdest|brauchen)\b`,
  passing: raw`(?<!ab )\bheute\b|(?<!\b(?:ab|von) )\bjetzt\b|\b(?:gerade|momentan|vorerst|vorlaufig|diesmal|ausnahmsweise|einmalig)\b|\bim moment\b|\berst ?mal\b|\bfurs erste\b|\bdieses mal\b|\bdiese[mnrs]? (?!projekt|repo|team|code|monorepo|service|produkt|firma|verzeichnis|ordner|modul)[\w-]+|\bnoch (?:nicht|dabei)\b|\b(?:gestern|morgen|fruher|letzte[nsr]?|damals)\b|\b(?:wurden?|waren?|konnten?|hatten?|haben wir|wir haben|hast|habe)\b|\b(?:vielleicht|eventuell|wahrscheinlich|vermutlich|glaube|denke ich|ich denke|angenommen|angeblich)\b|\b(?:sagt|sagte|meint|meinte|behauptet|laut|steht|stand|empfiehlt)\b|\b(?:kunden?|nutzer|benutzer|anwender|user|chef|kollegen?|kollegin)\b|\b(?:schlagt|fehl|fehlschlag\w*|fehler|absturz|sturzt|funktioniert|kaputt|hangt|langsam|bekomme?n?|kriege?n?|dauert)\b|\b(?:lauft|geht) nicht\b|^\w+ (?:das|es|so ?was) (?:bitte )?(?:nie|nicht|immer)\b|\bnicht (?:\w+ )?(?:merken|speichern|notieren)\b|\bbrauchst du\b|\bmusst du\b.{0,20}\bnicht\b|^(?:wenn|falls) (?!du\b)|\bdemo\b|, (?:die|der|das|den|dem|welche\w*|so ?dass|damit)\b[^,]{0,60}\b(?:immer|nie|niemals|stets)\b|\b(?:funktion|methode|button|knopf|dialog|formular|spinner|seite|ansicht|menu|tabelle|liste|modal|tooltip|komponente)\b`,
  tail: raw`[,;] (?:(?:und |also )?jetzt|also|daher|deshalb|bau|fix|andere|korrigier)\b`,
  deeds: raw`(?:(?:be)?nutz|verwend|schreib|fuhr|fuehr|fug|mach|lass|setz|stell|leg|halt|frag|antwort|erklar|commit|committ|push|merg|test|pruf|start|bau|ander|losch|entfern|fass|beruhr|erstell|pack|installier|formatier|dokumentier|kommentier|benenn|zeig|sag|arbeit|ruf|acht|sorg|vermeid|bevorzug|beginn|verzicht|behandl|aktualisier|generier|logg|mock|deploy|check|lauf|greif|speicher|bearbeit|veroffentlich|informier|warn|starte?|lad|pinn|importier|verlink|erwahn)e?|nimm|gib|tu|lies|sprich|sieh|hol|lege|keine?|nichts`,
  told: raw`(?:(?:grund)?regel|(?:grundsatzlich|generell|bei uns|es) gilt|merke? dir(?: bitte)?|denke? (?:bitte )?(?:dran|daran)|vergiss (?:bitte )?nicht|behalte? (?:bitte )?im (?:hinter)?kopf|notiere? dir|zur erinnerung|(?:hinweis|notiz|info|merksatz) fur (?:spater|die zukunft|(?:kunftige|spatere|nachste) \w+)|fur (?:die zukunft|spater|(?:kunftige|spatere|weitere) \w+))(?: folgendes| das)? ?:`,
  toldWhole: raw`^(?:merke? dir(?: bitte)?|denke? (?:bitte )?(?:immer )?(?:dran|daran)|vergiss (?:bitte )?(?:nicht|nie|niemals)|behalte? (?:bitte )?im (?:hinter)?kopf|notiere? dir|beachte(?: bitte)?),? dass\b`,
  fromNowOn: raw`\b(?:ab sofort|ab jetzt|von nun an|von jetzt an|ab heute|in zukunft|zukunftig|kunftig|fortan)\b`,
  duty: raw`^(?:alle|jede[rs]?|samtliche|neue|keine?r?|niemand|commits?|migrationen|secrets|commit-nachrichten)\b.{0,100}\b(?:muss|mussen|darf|durfen)\b|^(?:du|man|es) (?:darfst?|musst?)\b.{0,80}\b(?:immer|nie|niemals|nicht ohne)\b|\b(?:ist|sind) (?:bei uns |in diesem \w+ )?(?:streng |strikt )?(?:verboten|untersagt|tabu|pflicht|verpflichtend|nicht erlaubt)\b|\b(?:auf keinen fall|unter keinen umstanden)\b`,
  contrast: raw`\b(?:in|fur) (?:diesem|unserem|dieses|unser) (?:projekt|repo|repository|team|code|monorepo)\b.{0,10}\b(?:verwenden|nutzen|benutzen|setzen|schreiben|arbeiten|deployen|testen|bauen) wir\b|\bin (?:diesem|unserem) (?:projekt|repo|team)\b.{0,10}\bgibt es (?:keine?|nur)\b|\b(?:wir|bei uns|hier) (?:verwenden|nutzen|benutzen|setzen|deployen|schreiben|verwendet man)\b.{2,60}(?:\bnicht\b|\bstatt\b|\bkeine?\b|\banstatt\b|\banstelle\b)`,
  habit: [
    raw`^(?:immer|nie|niemals|stets|grundsatzlich|keinesfalls) (?!wenn|noch|wieder|mehr|dasselbe|d(?:as|er|ie) (?:gleiche|selbe)|diese|gesehen|gehort|ofter)\S+ \S+`,
    raw`^«do»\b.{0,150}\b(?:immer|nie|niemals|stets|grundsatzlich|jedes mal|uberall|keinesfalls|ausschliesslich)\b`,
    raw`\bwir\b.{0,60}\b(?:immer|nie|niemals|grundsatzlich|stets|ausschliesslich)\b|^(?:bei uns|hier|in diesem (?:projekt|repo))\b.{0,80}\b(?:immer|nie|niemals|grundsatzlich|ausschliesslich)\b`,
    raw`^(?:vor|nach|bei) (?:jede[mnr]|allen)\b.{0,80}\b(?:immer|nie|niemals|stets)\b|^(?:vor|nach|bei) jede[mr] \S+,? (?:bitte )?«do»\b`,
    raw`^(?:immer,? wenn|jedes ?mal,? wenn|wann immer|sobald) du\b[^,]{3,100}, (?:dann )?(?:bitte )?«do»\b|^(?:wenn|bevor|nachdem) du\b[^,]{3,100}, .{0,60}\b(?:immer|nie|niemals|grundsatzlich|stets)\b`,
    raw`^ich (?:mochte|will|hatte gern|wunsche mir),? dass du (?:\w+ )?(?:immer|nie|niemals|stets|grundsatzlich)\b|^ich (?:bevorzuge|hasse|mag (?:keine|lieber)|(?:mochte|will) (?:immer|nie|niemals)|(?:mochte|will) keine?n?\b.{2,60}\bmehr)\b|^mir (?:ist|sind) .{3,60} lieber\b`,
    raw`^(?:vermeide?|verzichte (?:bitte )?auf|bevorzuge)\b(?!.*\bhier\b)`,
    raw`^(?:«do»|nie|niemals)\b.{3,120}\bohne (?:mich (?:\w+ )?zu fragen|(?:vorherige )?ruckfrage|nachzufragen|(?:vorher|erst) (?:\w+ )?zu fragen|meine (?:zustimmung|freigabe|erlaubnis))`,
    raw`^frage? (?:mich )?(?:bitte )?(?:immer )?(?:erst|vorher|zuerst)?,? ?bevor du\b.{0,30}\b(?:neue\w*|etwas|irgend\w*|pakete?|abhangigkeit\w*|dateien)\b`,
    raw`\b(?:gehoren|gehort|kommen|kommt|liegen) (?:immer )?(?:in|nach|neben|unter|ins)\b.{2,60}, (?:nicht|nie|niemals)\b`,
  ],
  rules: raw`\b(?:regeln?|konventionen?|vorgaben)\b.*:$`,
  own: raw`\b(?:mir|mich|ich|mein\w*)\b|\bantwort`,
  shared: raw`\b(?:wir|uns|unser\w*|projekt|repo)\b`,
};

const FRENCH: LanguageData = {
  name: "French",
  telling:
    "le la les des une un est et ne pas jamais toujours nous vous tu je que qui dans pour avec sur ce cette ces du de au aux il elle moi maintenant souviens retiens tout tous toutes chaque avant sans mon ma mes notre nos desormais dorenavant avenir ici utilise evite",
  opening: raw`(?:non|ok|okay|merci|alors|et|mais|bon|d'accord|au fait|attention|rappel|note|important|super|parfait|faux|c'est faux|ce n'est pas ca|pas ca|en fait|s'il te plait|s'il vous plait|stp|svp|je te l'ai deja dit|comme je l'ai dit|encore une fois|et aussi|aussi)(?: ?[,.:!]+| (?=(?:n'|ne |toujours|on |nous|a partir|a l'avenir|desormais|retiens|souviens|utilise)))`,
  question: raw`^(?:est-ce|pourquoi|comment|quand est-ce|ou est|qui |que |qu'|quel|quelle|quels|quelles|combien|faut-il|peux-tu|pourrais-tu|peut-on|dois-je|doit-on|devrait-on|devrions|tu peux|tu pourrais|sais-tu|y a-t-il|as-tu)`,
  passing: raw`\bpour (?:le moment|l'instant|cette fois)\b|(?<!partir d')\baujourd'hui\b|\bcette fois\b|\b(?:ce|cet|cette) (?!projet|depot|repo|equipe|code|service|application|monorepo|module|dossier)[\w-]+|\btout de suite\b|(?<!(?:partir|compter) de )\bmaintenant\b|\b(?:suis|pas|est|sont) encore\b|\bactuellement\b|\ben ce moment\b|\b(?:hier|demain|depuis|autrefois|la semaine derniere|provisoirement)\b|\b(?:peut-etre|sans doute|probablement|je (?:pense|crois)|on dirait|il parait|apparemment|supposons|imaginons)\b|^(?:si|s'il)\b|\b(?:dit|disait|affirme|selon|d'apres|recommande|ecrit que|demandait)\b|\b(?:utilisateurs?|clients? (?:veu|demand|voi|doi|peu)\w*|visiteurs?|collegues?|patron|chef)\b|\b(?:echoue|echouent|plante|erreur|bug|marche|fonctionne|bloque|casse|se termine|rate)\b|\barrive (?:jamais|pas|toujours)\b|\b(?:on|nous) (?:n')?(?:a|avons|avait|avions)\b|\bj(?:e n)?'(?:ai|avais)\b|\b(?:serait|aurait|devrait|pourrait|etait|faisait|utilisait)\b|\b(?:pas|inutile|pas besoin) (?:la peine )?(?:de|d') ?(?:le |la |l')?(?:retenir|memoriser|noter|stocker|garder|enregistrer)|\bdemo\b|\bqui (?:ne |n')?\S+ (?:toujours|jamais)\b|\b(?:une|la|le|un) (?:fonction|composant|script|classe|methode|page|bouton|formulaire|modale|liste|tableau|menu|dialogue|champ|spinner)\b|^fais (?:ca|cela) `,
  tail: raw`[,;] (?:et |donc |alors )?maintenant\b|[,;] (?:donc|du coup|corrige|change|refais)\b`,
  deeds: raw`(?:utilis|lanc|ajout|demand|verifi|execut|gard|evit|commit|pouss|test|format|documen|nomm|prefer|cre|modifi|supprim|touch|laiss|montr|expliqu|donn|regard|pass|install|rang|plac|import|appell|respect|commenc|termin|pens|redig|indiqu|precis|propos|merg|rebas|deploi|limit|privilegi|renvoi|sign|regener|gener|mentionn|essai|not|consult)(?:e|ez)(?:-\w+)?|(?:ecri|fai|met|repond|prend|previen|reli|tradui|inclu)(?:s|ts|tes|tez|vez|ez)(?:-\w+)?|mets|pas de`,
  told: raw`(?:regle(?: generale| d'or)?(?= ?:)|(?:n')?oublie[sz]? (?:pas|jamais)|souviens-toi|souvenez-vous|rappelle-toi|retiens|retenez|notez?|gardez? (?:bien )?(?:en tete|a l'esprit|en memoire)|sachez?|memorise|pour (?:info|rappel|plus tard|les prochaines sessions|memoire)|a retenir|(?:note|info|rappel) pour (?:plus tard|la suite|les prochaines \w+|l'avenir))(?: bien)?(?: que (?!tu me)| qu'| ?: ?)`,
  toldWhole: raw`^(?:pense|pensez) a (?:toujours|ne jamais|systematiquement)\b`,
  fromNowOn: raw`\b(?:a partir de maintenant|a partir d'aujourd'hui|desormais|dorenavant|a l'avenir|a compter de maintenant|pour la suite)\b`,
  duty: raw`^interdiction (?:de|d')|\b(?:est|sont) (?:strictement |formellement )?(?:interdit|obligatoire|proscrit)(?:e|s|es)?\b|^(?:tous|toutes|chaque|tout|toute|aucun|aucune|les (?:commits|tests|migrations|messages de commit|branches|pr))\b.{2,80}\b(?:doit|doivent|peut|peuvent)\b|^(?:tu|vous) ne (?:dois|devez|peux|pouvez) (?:jamais|pas .{0,60} sans)\b|\bil ne faut jamais\b|\bil faut toujours\b|\ben aucun cas\b|\bsous aucun pretexte\b`,
  contrast: raw`\b(?:dans|sur|pour) (?:ce|notre) (?:projet|depot|repo|code|equipe)\b.{0,10}\b(?:on|nous) (?!a\b|avons\b|n'a\b)\S+.{2,80}|\b(?:on|nous) (?:utilise|utilisons|ecrit|ecrivons|deploie|deployons)\b.{2,60}(?:, (?:et )?(?:pas|non|jamais)\b|\bplutot que\b|\bau lieu de\b|\bet (?:non|pas)\b)`,
  habit: [
    raw`^(?:toujours|ne (?:surtout )?jamais|jamais|ne plus jamais) (?!l[ea] meme|vu|entendu|eu|reussi|compris|autant|plus|rien|pas|en )\S+ \S+`,
    raw`^«do»\b.{0,150}\b(?:toujours|jamais|systematiquement|partout|a chaque (?:fois|commit|pr)|chaque fois)\b`,
    raw`^(?:ne |n')\S+(?: plus| surtout)? ?(?:\S+ ){0,2}jamais\b`,
    raw`^(?:ici,? |chez nous,? |(?:dans|sur) ce (?:projet|depot|repo),? |par convention,? )?(?:on|nous) (?:ne |n')?.{0,40}\b(?:toujours|jamais|uniquement|systematiquement)\b`,
    raw`^(?:chez nous|ici|(?:dans|sur) ce (?:projet|depot|repo)),? .{0,60}\b(?:toujours|jamais)\b|^merci de (?:toujours|ne (?:plus )?jamais|ne plus)\b|^je ne veux (?:plus )?jamais\b`,
    raw`^(?:a )?chaque fois que (?:tu|vous)\b[^,]{3,100}, (?:pense a |n'oublie pas de |«do»\b|n'|ne )|^(?:quand|lorsque|avant de|avant chaque|apres chaque|des que)\b[^,]{3,80}, .{0,60}\b(?:toujours|jamais|systematiquement)\b`,
    raw`^je (?:veux|voudrais|souhaite|prefere|prefererais) que (?:tu|vous)\b.{0,40}\b(?:toujours|jamais|systematiquement)\b|^je prefere (?!attendre|l[ea] (?:premi|second|deuxi)|cel|ce|l'option)\S+ |^je (?:deteste|n'aime pas) (?:les|qu)`,
    raw`^(?:evitez?|privilegiez?)\b(?!.*\bici\b)`,
    raw`^(?:ne |n'|pas de |«do»\b).{3,120}\bsans (?:(?:me |nous )?(?:demander|consulter|prevenir)|(?:mon|notre) (?:accord|autorisation|feu vert))\b`,
    raw`^(?:demande|previens|consulte)(?:-moi|-nous)? (?:toujours )?avant (?:de|d') ?\w+r (?!ca\b|cela\b)`,
    raw`\b(?:vont|va|se mettent|se rangent) (?:dans|a cote|sous)\b.{2,60}, (?:pas|jamais)\b`,
  ],
  rules: raw`\b(?:regles?|conventions?|consignes)\b.*:$`,
  own: raw`\b(?:moi|me|m|je|mon|ma|mes)\b|\brepond`,
  shared: raw`\b(?:on|nous|notre|nos|projet|depot|repo)\b`,
};

const SPANISH: LanguageData = {
  name: "Spanish",
  telling:
    "el la los las un una de del que en y es por para con siempre nunca jamas este esta nosotros usamos ahora antes cuando recuerda nos lo al mi tu cada sin pero si aqui haz hagas usa uses adelante olvides todos todas mas prefiero quiero evita ese esa eso muy hay soy",
  opening: raw`(?:no|ok|vale|gracias|bueno|pues|y|pero|ah|perfecto|genial|por cierto|ojo|nota|importante|recordatorio|te lo repito|incorrecto|eso no|asi no|eso esta mal|por favor|porfa|ademas|tambien|ya te lo (?:he )?dicho|ya te lo dije|como (?:ya )?(?:te )?dije|otra cosa|una cosa mas)(?:[,.:!]+| (?=(?:siempre|nunca|en este|usa|recuerda|de ahora|a partir|no uses|no hagas)\b)|(?<=por favor) )`,
  question: raw`¿|^(?:por que|como|donde|quien|cual|cuales|que (?:es|pasa|hace|significa)|puedes|podrias|deberiamos|deberia|debemos|hay|sabes|es (?:cierto|verdad)|tenemos que|hace falta)\b`,
  passing: raw`\bpor (?:ahora|el momento)\b|\bde momento\b|(?<!(?:partir de|desde|de) )\bahora\b|\bahora mismo\b|(?<!(?:partir de|de|desde) )\bhoy\b|\besta vez\b|\best[ea] (?!repo|repositorio|proyecto|equipo|codigo|servicio|aplicacion|monorepo|modulo|carpeta|maquina|prohibid|terminantemente|totalmente)\w+|\bes[ea] (?:archivo|fichero|funcion|clase|linea|commit|rama|pr|test|boton)\b|\b(?:todavia|aun no|temporalmente)\b|\b(?:ayer|manana|la semana pasada|desde (?:esta|ayer|hace))\b|\b(?:quizas?|tal vez|puede que|a lo mejor|creo|supongo|probablemente|parece)\b|^(?:si|supongamos|imagina|suponiendo)\b|\b(?:dice|dicen|dijo|segun|recomienda|afirma|pone que|comento)\b|\b(?:usuari[oa]s?|clientes? (?:quier|pid|necesit|deb|ve)\w*|visitantes?|companer[oa]s?|jef[ea])\b|\b(?:falla|fallan|se cae|se cuelga|funciona|se rompe|roto|bug|peta|tarda)\b|\b(?:da|dan|sale|mismo|un) error\b|\b(?:he|hemos|ha|han|habia|habiamos|tuvimos|fuimos|hicimos|pudimos|vimos|era|estaba|usabamos|seria|deberia|deberiamos|podria)\b|\bno (?:hace falta|es necesario|necesitas)\b|\bdemo\b|(?<!(?:quiero|quisiera|prefiero|gustaria|necesito) )\bque (?:siempre|nunca)\b|\b\w+(?:aba|aban|abamos)\b|\b(?:una?|el|la) (?:funcion|componente|script|clase|metodo|pagina|boton|formulario|modal|lista|tabla|menu|dialogo|campo|spinner)\b|^no (?:guardes|recuerdes) (?:esto|eso)`,
  tail: raw`[,;] (?:y |pero )?ahora\b|[,;] (?:asi que|corrige|cambia|arregla)\b`,
  deeds: raw`(?:us|utiliz|ejecut|lanz|contest|pregunt|comprueb|verific|revis|evit|formate|document|nombr|anad|agreg|cre|modific|borr|elimin|toc|dej|muestr|explic|pas|instal|coloc|guard|import|llam|respet|empiez|termin|actualiz|firm|mencion|avis|consult|limit|prueb|emple|regener|gener|reconstruy|trabaj|escrib|respond|corr|sub|abr|cierr|incluy|sigu|traduc|manteng)[ae](?:me|nos)?|haz|pon|manten|dame|haga|ponga|prefiere`,
  told: raw`(?:regla(?: general| de oro)?(?= ?:)|recuerd[ae]|acuerdate(?: de)?|no (?:te )?olvides?(?: de)?|no olvide|ten (?:siempre )?(?:en cuenta|presente)|tenga en cuenta|toma nota(?: de)?|apunta|anota|memoriza|que sepas|para (?:que lo sepas|el futuro|futuras sesiones|la proxima vez|mas adelante)|nota para (?:el futuro|futuras sesiones|mas adelante))(?: bien| esto| lo siguiente)?(?: que\b| ?: ?|,)`,
  toldWhole: raw`^(?:recuerda|acuerdate de) (?:siempre|no) \w+r\b.{0,40}\b(?:siempre|nunca|cada)\b`,
  fromNowOn: raw`\b(?:de ahora en adelante|a partir de ahora|desde ahora|de aqui en adelante|a partir de hoy|en el futuro|de hoy en adelante|en lo sucesivo)\b`,
  duty: raw`\b(?:esta|estan) (?:terminantemente |totalmente )?prohibid[oa]s?\b|\b(?:es|son) obligatori[oa]s?\b|^(?:todos|todas|cada|todo|toda|ningun|ninguna|nadie|los (?:commits|tests|mensajes)|las (?:migraciones|ramas))\b.{2,80}\b(?:debe|deben|tiene que|tienen que|puede|pueden)\b|^no (?:debes|puedes|se debe|se puede)\b.{0,80}\b(?:nunca|jamas|sin)\b|^nunca (?:debes|se debe)\b|\bbajo ning(?:un|una) (?:concepto|circunstancia)\b|\ben ningun caso\b`,
  contrast: raw`\ben (?:este|nuestro) (?:repo|repositorio|proyecto|equipo|codigo)\b.{0,20}\b\w+(?:amos|emos|imos)\b|\b(?:usamos|utilizamos|escribimos|desplegamos)\b.{2,60}(?:, (?:y )?(?:no|nunca)\b|\by no\b|\ben (?:vez|lugar) de\b)`,
  habit: [
    raw`^(?:siempre|nunca|jamas) (?!me |lo mismo|el mismo|la misma|que |es\b|esta\b|estan\b|son\b|se |sale|da\b|pasa|aparece|devuelve|llega|(?:vi|entendi|pude|supe|tuve|logre|consegui|hice|quise)\b)\w+ \S+`,
    raw`^«do»\b.{0,150}\b(?:siempre|nunca|jamas|en todas partes|cada vez|en cada)\b`,
    raw`^no \w+(?:as|es|a|e|ais|an|en)\b(?: \S+){0,3} (?:nunca|jamas)\b`,
    raw`^(?:aqui,? |nosotros |por norma,? |en el equipo,? )*(?:siempre|nunca|jamas|solo) (?:\w+ )?\w+(?:amos|emos|imos)\b|\b\w+(?:amos|emos|imos) (?:siempre|solo)\b`,
    raw`^(?:cada vez que|siempre que)\b[^,]{3,100}, (?:por favor,? )?(?:«do»\b|no \w+)|^(?:antes de|despues de|en|tras) cada \w+,? (?:por favor,? )?(?:«do»|siempre|nunca)\b|^no quiero (?:que|ver)\b.{2,80}\b(?:nunca|jamas)\b|^(?:cuando|antes de|despues de|al)\b[^,]{3,80}, (?:por favor,? )?(?:siempre|nunca|«do» siempre)\b`,
    raw`^(?:quiero|quisiera|me gustaria|prefiero|necesito) que (?:\w+ )?(?:siempre|nunca)\b|^prefiero (?!esperar|la (?:primera|segunda|opcion)|el (?:primero|segundo)|est[ea]|es[aeo])\S+ |^(?:no me gustan?|odio) (?:que|los|las)\b`,
    raw`^(?:evita|evite|prefiere)\b(?!.*\b(?:aqui|esto|eso)\b)`,
    raw`^(?:no|nunca)\b.{3,120}\bsin (?:preguntar|consultar|avisar|pedir)(?:me|nos)?\b|^(?:no|nunca)\b.{3,120}\bsin mi (?:permiso|aprobacion|visto bueno|ok)\b`,
    raw`^(?:preguntame|consultame|avisame)(?: siempre)? antes de \w+r (?!esto|eso|lo\b)`,
    raw`\b(?:van|va|se (?:ponen|guardan|colocan)|viven) (?:siempre )?(?:en|dentro de|junto al?|al lado del?|bajo)\b.{2,60}, (?:no|nunca)\b`,
  ],
  rules: raw`\b(?:reglas?|normas?|convenciones)\b.*:$`,
  own: raw`\b(?:me|mi|mis|yo|quiero|prefiero)\b|\w{4,}me\b|\brespond`,
  shared: raw`\b(?:nosotros|nuestr\w+|proyecto|repo\w*|\w+(?:amos|emos|imos))\b`,
};

const PORTUGUESE: LanguageData = {
  name: "Portuguese",
  telling:
    "o os um uma de da dos das que em na e nao para com sempre nunca jamais nos usamos agora antes quando lembre por voce gente aqui sem mas ao meu minha cada nosso nossa isso pelo pra favor todo todos rode faca mude diante prefiro quero evite neste nesse",
  opening: raw`(?:nao|ok|certo|beleza|obrigad[oa]|valeu|bom|entao|e|mas|ah|perfeito|otimo|alias|a proposito|nota|importante|lembrete|errado|(?:ta|esta) errado|isso nao|por favor|pf|tambem|alem disso|ja (?:te )?(?:falei|disse)|como (?:eu )?(?:ja )?(?:falei|disse)|outra coisa|mais uma coisa)(?:[,.:!]+| (?=(?:sempre|nunca|neste|nesse|use|lembre|de agora|a partir)\b)|(?<=por favor) )`,
  question: raw`^(?:sera que|por que|porque|como|onde|quem|qual|quais|o que|voce (?:pode|poderia|sabe)|pode|poderia|da pra|devemos|deveriamos|deveria|tem como|existe|ha algum|e verdade)\b`,
  passing: raw`\bpor (?:enquanto|agora|ora)\b|(?<!(?:partir de|de) )\bagora\b|(?<!(?:partir de|de) )\bhoje\b|\b(?:[nd]?est[ea]|[nd]?ess[ea]) (?!repo|repositorio|projeto|time|codigo|servico|aplicacao|monorepo|modulo|pasta|maquina|proibid|estritamente|terminantemente|errado)\w+|\bainda\b|\btemporariamente\b|\b(?:ontem|amanha|semana passada|desde)\b|\b(?:talvez|acho|provavelmente|parece|suponho|pode ser)\b|^(?:se|suponha|imagine|imagina|caso)\b|\b(?:disse|diz|dizem|segundo|recomenda|afirma|falou)\b|\b(?:usuari[oa]s?|clientes? (?:quer|ped|precis|dev|ve)\w*|visitantes?|colegas?|chefe)\b|\b(?:falha|falham|da erro|erro ao|trava|cai|funciona|quebra|quebrado|bug|demora|passa|deu)\b|\b(?:usava|usavamos|era|estava|seria|deveria|deveriamos|poderia|tivemos|fomos|fizemos|tinha)\b|\bnao (?:precisa|e necessario)\b|\bdemo\b|(?<!(?:quero|queria|prefiro|gostaria|preciso) )(?<!voce )\bque (?:sempre|nunca)\b|\b(?:fazia|havia|\w{2,}ava|\w+avamos)\b|\b(?:uma?|o|a) (?:funcao|componente|script|classe|metodo|pagina|botao|formulario|modal|lista|tabela|menu|dialogo|campo|spinner)\b|^nao (?:guarde|lembre) (?:isso|isto)`,
  tail: raw`[,;] (?:e |mas )?agora\b|[,;] (?:entao|corrija|arruma|muda)\b`,
  deeds: raw`(?:me )?(?:(?:us|utiliz|escrev|rod|execut|coloc|respond|pergunt|verific|evit|format|document|adicion|cri|alter|modific|apag|remov|mex|deix|mostr|explic|instal|guard|import|cham|respeit|comec|termin|atualiz|assin|mencion|avis|consult|limit|test|abr|fech|envi|confirm|regener|ger)[ae]|coloque|pergunte|verifique|modifique|apague|toque|explique|comece|nomeie|mude|faca|faz|ponha|mantenha|mantem|prefira|inclua|traduza|siga|suba|commite|comite|peca|busque)(?:-me)?`,
  told: raw`(?:regra(?: geral| de ouro)?(?= ?:)|lembre(?:-se)?|lembra(?:-te)?|se lembre|nao (?:se )?(?:esqueca|esquece|esquecas)|tenha em mente|tem em mente|leve em conta|anot[ae]|guard[ae]|memorize|para (?:o futuro|as proximas sessoes|futuras sessoes|referencia futura)|nota para (?:o futuro|depois|as proximas sessoes))(?: bem| isso| isto| ai| o seguinte)?(?:(?: de)? que\b| ?: ?|,)`,
  toldWhole: raw`^(?:lembre-se de|nao (?:se )?esqueca de) (?:sempre|nunca) \w+r\b`,
  fromNowOn: raw`\b(?:a partir de agora|de agora em diante|daqui (?:para|pra) (?:a )?frente|daqui em diante|a partir de hoje|doravante|no futuro|de hoje em diante)\b`,
  duty: raw`\b(?:e|sao|esta|estao) (?:estritamente |terminantemente )?(?:proibid[oa]s?|obrigatori[oa]s?)\b|^(?:todos|todas|cada|todo|toda|nenhum|nenhuma|ninguem|os (?:commits|testes)|as (?:migracoes|branches|mensagens))\b.{2,80}\b(?:deve|devem|tem que|precisa|precisam|pode|podem)\b|^(?:voce )?nao (?:deve|pode)\b.{0,80}\b(?:nunca|jamais|sem)\b|^(?:voce )?nunca deve\b|\b(?:de jeito nenhum|em hipotese alguma|sob nenhuma circunstancia)\b`,
  contrast: raw`\b(?:neste|nesse|no nosso) (?:repo|repositorio|projeto|time|codigo)\b.{0,20}(?:\b\w+(?:amos|emos|imos)\b|\ba gente \w+)|\b(?:usamos|a gente usa|utilizamos)\b.{2,60}(?:, (?:e )?(?:nao|nunca)\b|\be nao\b|\bem vez de\b|\bao inves de\b|\bno lugar de\b)`,
  habit: [
    raw`^(?:sempre|nunca|jamais) (?!\w+(?:ei|i|ou|iu)\b|da\b|deu|o mesmo|a mesma|vi\b|tive|lembro\b|me (?!pergunt|avis|mostr|consult|respond|expliq)|acontece|aparece|retorna|volta|que |e\b|esta\b)\w+ \S+`,
    raw`^«do»\b.{0,150}\b(?:sempre|nunca|jamais|em todo lugar|cada vez|toda vez|em cada|a cada)\b`,
    raw`^nao \w+\b(?: \S+){0,3} (?:nunca|jamais)\b`,
    raw`\b(?:a gente|nos|aqui)\b.{0,20}\b(?:sempre|nunca|jamais) \w+|\b(?:sempre|nunca) \w+(?:amos|emos|imos)\b|\b\w+(?:amos|emos|imos) (?:sempre|so)\b|\ba gente so (?:usa|faz|escreve)\b`,
    raw`^(?:toda vez que|sempre que|cada vez que)\b[^,]{3,100}, (?:por favor,? )?(?:«do»\b|nao \w+)|^(?:antes de|depois de|em|apos) cada \w+,? (?:por favor,? )?(?:«do»|sempre|nunca)\b|^(?:eu )?nao quero (?:que|ver)\b.{2,80}\b(?:nunca|jamais)\b|^(?:quando|antes de|depois de|ao)\b[^,]{3,80}, (?:por favor,? )?(?:sempre|nunca|«do» sempre)\b`,
    raw`^(?:eu )?(?:quero|queria|gostaria|prefiro|preciso) que (?:voce |tu )?(?:sempre|nunca)\b|^(?:eu )?prefiro (?!esperar|a (?:primeira|segunda|opcao)|o (?:primeiro|segundo)|ess[ea]|est[ea]|isso)\S+ |^(?:eu )?(?:nao gosto (?:de|que|quando)|odeio)\b`,
    raw`^(?:evite|evita|prefira)\b(?!.*\b(?:aqui|isso|isto)\b)`,
    raw`^(?:nao|nunca)\b.{3,120}\bsem (?:me |nos )?(?:perguntar|consultar|avisar|pedir)\b|^(?:nao|nunca)\b.{3,120}\bsem (?:a )?minha (?:permissao|aprovacao|autorizacao)\b`,
    raw`^(?:me )?(?:pergunte|consulte|avise)(?:-me)?(?: sempre)? antes de \w+r (?!isso|isto)`,
    raw`\b(?:vao|vai|ficam|fica) (?:sempre )?(?:em|no|na|dentro|junto|ao lado)\b.{2,60}, (?:nao|nunca)\b`,
  ],
  rules: raw`\b(?:regras?|normas?|convencoes)\b.*:$`,
  own: raw`\b(?:me|mim|meu|minha|eu|quero|prefiro)\b|\brespond`,
  shared: raw`\b(?:nos|noss[oa]s?|gente|projeto|repo\w*|\w+(?:amos|emos|imos))\b`,
};

const JAPANESE: LanguageData = {
  name: "Japanese",
  telling: "",
  opening: raw`(?:違います|違う|違いますよ|いいえ|いや|はい|了解(?:です)?|ありがとう(?:ございます)?|ちなみに|あと|それと|また|なお|注意|重要|前にも言いましたが|そうじゃなくて|そうではなく|すみません)[、，,。．:： ]+`,
  question: raw`[?？]|(?:か|かな|かね|でしょう)[。．]*$|^(?:なぜ|どうして|どう|どこ|誰|何)`,
  passing: raw`今回|今(?:だけ|は|のところ|日は)|とりあえず|ひとまず|一旦|いったん|一時的|(?:この|その)(?!リポ|レポ|プロジェクト|チーム|コードベース|会社|アプリ|サービス|パッケージ)|まだ|昨日|明日|以前は|前は|昔|先週|かもしれ|たぶん|多分|おそらく|と思|らしい|と(?:言|書|いう話)|によると|もし|仮に|ユーザー|お客|顧客|利用者|失敗|エラーが|落ち|動か|壊れ|でした|ました|だった|覚え(?:なくて|る必要)|保存しなく|必要は(?:ない|ありません)|デモ|(?<!すべての|全ての|各)(?:関数|ボタン|フォーム|画面|ページ|ダイアログ|コンポーネント|スピナー|メソッド)(?!名)`,
  tail: "[、，](?:では|それで|今から|さっそく)",
  deeds: "",
  told: raw`(?:ルール(?=[:：])|(?:以下|これ|次のこと)を)?(?:覚えて(?:おいて)?(?:ください|下さい|ね)?|忘れないで(?:ください|下さい|ね)?|メモ(?:して(?:おいて)?(?:ください)?)?|今後のために|参考までに)[、，,:：]`,
  toldWhole: raw`(?:こと|と|点|のを|という点)(?:を|に|も|は)?(?:覚えて(?:おいて)?|忘れないで|留意して|念頭に置いて|頭に入れて)`,
  fromNowOn: raw`今後(?:は|、|も|、?一切)|これから(?:は|、)|(?:^|、)(?:以後|以降)(?:は|、)|次回から|今日から`,
  duty: raw`(?:禁止(?:です|とします|しています)?|必須(?:です)?|て(?:は|)(?:いけません|いけない|ならない|なりません)|なければ(?:なりません|ならない))[。!！]*$`,
  contrast: raw`(?:(?:この|本|当|うちの|私たちの|我々の)(?:リポジトリ|レポジトリ|プロジェクト|チーム|コードベース|リポ)|ここ|うち|私たち|我々)(?:では|は|だと)、?.{1,40}(?:ではなく|じゃなくて|でなく)`,
  habit: [
    raw`(?:必ず|常に|いつも|毎回|絶対に?).{1,60}(?:て|で)(?:から.{1,20})?(?:ください|下さい|ほしい|欲しい|くれ|ね)|(?:必ず|常に|いつも|毎回).{1,60}(?:(?:る|う|く)(?:こと|ように)|お願い(?:します|いたします))|(?:ください|下さい)、(?:必ず|毎回)[。!！]*$`,
    raw`(?:絶対|決して|二度と|一切|勝手に|確認(?:なし|せず)に?|許可なく|(?:聞|訊)かずに|相談せずに).{1,60}(?:ないで|しないこと|ないように|使わない)`,
    raw`(?:この|本|当|うちの|弊社の|私たちの|我々の)(?:リポジトリ|レポジトリ|プロジェクト|チーム|コードベース|リポ)(?:では|は|の).{2,80}(?:ます|ません|使う|使わない|ルール(?:です)?|規約(?:です)?|決まり(?:です)?|方針(?:です)?)[。!！]*$`,
    raw`(?:の方|のほう|ほう)が(?:好き|好み)|を好みます|が好みです|は嫌いです`,
    raw`(?:たび|度|ごと|とき|時|際)(?:に|は|には)、?.{1,60}(?:も|必ず|毎回).{1,30}(?:ください|下さい|こと|ように)`,
  ],
  rules: raw`(?:ルール|規約|決まり|方針).{0,10}[:：]$`,
  own: "私(?!たち)|僕|俺|回答|返答|返信|好き|好み",
  shared: "リポジトリ|プロジェクト|チーム|うち|私たち|我々",
};

const CHINESE: LanguageData = {
  name: "Chinese",
  telling: "",
  opening: raw`(?:不对|不是|错了|不行|好的|好|谢谢|嗯|哦|对了|另外|还有|顺便说一下|顺便|注意|重要|提醒一下|请注意|补充一点|我跟你说过|我说过|跟你说过|之前说过)[，,、。：:！! ]+`,
  question: raw`[?？]|[吗呢][。！]*$|是不是|要不要|能不能|可不可以|应不应该|^(?:为什么|怎么|如何|什么|哪|谁|请问|能否|可否|是否)`,
  passing: raw`这次|本次|这一次|此次|暂时|目前|现在(?!开始|起)|今天(?!开始|起)|眼下|当前|先(?:不要|别|这样|用着|不)|临时|这个(?!项目|仓库|代码库|团队|工程|服务|应用)|这里的|这(?:段|行|条|张)|昨天|明天|^以前|以前(?:我们|的)|过去|上次|可能|也许|大概|我觉得|似乎|好像|据说|听说|说(?:过|了|是|要|我们|应该)|文档(?:里|上|中)?(?:说|写)|如果|假如|要是|假设|用户(?!名)|客户(?!端)|顾客|同事|老板|失败|报错|出错|崩溃|卡(?:住|死)|不(?:工作|生效)|超时|(?:不用|不需要|无需|不必|别|不要)(?:记|保存|存)|演示|demo|[他她]们?说|有人说|(?<!所有|每个|任何|新)(?:表单|按钮|页面|弹窗|对话框|组件|函数|列表|图标|方法)(?!名)`,
  tail: raw`[，,；;](?:现在|另外|然后|接下来|帮我|请帮|麻烦|你先|先把|改一下|修一下|顺便|重新|再试|所以(?!.*(?:不要|别|必须|一律|都)))`,
  deeds: "",
  told: raw`(?:请|麻烦|你要|你得|一定要|千万)?(?:帮我)?(?:(?:规则|规矩|原则)[：:]|(?:记住|牢记|谨记|备忘|记一下|记得|别忘了|不要忘(?:了|记))(?:一下|以下|这一点|这点|一点)?[，,：: ]+|(?:记住|牢记|别忘了|不要忘了)(?=我们|这个项目|本项目|测试|生产|所有|线上|预发))`,
  toldWhole: "",
  fromNowOn: raw`(?:^|[，,；])(?:请|你|麻烦|那|那么)?(?:以后|今后|往后|日后)(?!再|可能|会|有空|看)|从现在(?:开始|起)|从今(?:天|以)?(?:开始|起|往后|后)|下次(?:开始|起)`,
  duty: raw`^(?:所有|任何|每个|一切|新的?|提交(?:信息)?|代码|我们).{0,40}(?:必须|不得|不许|不准|禁止|严禁|不允许|一律|不能)|^(?:严禁|禁止)`,
  contrast: raw`(?:我们|咱们|项目|仓库|这里|团队).{0,12}(?:用|使用|采用)(?:的是|的)?.{1,24}(?:不是|不用|不要用|别用|而非|不使用)`,
  habit: [
    raw`务必|永远(?:都)?(?:不要|别|不能|不许|不准|要|用)|千万(?:不要|别)|绝(?:对)?(?:不(?:要|能|许|可以|允许)|别)|一律|从来不(?:用|写|在|直接|提交|使用)|从不(?:用|写|在|直接|提交|使用)`,
    raw`(?:每次|每当)(?!我|点|打开|刷新|登录).{1,40}(?:都(?:要|得|必须|请|先)|先|要|必须|记得|请|一定)|(?:总是|始终)(?:用|使用|先|要|写|以|把|加|保持)`,
    raw`(?:我们|咱们|项目里|仓库里|团队|这个项目|本项目|这个仓库|本仓库).{0,12}(?:从来不|从不|不允许|只用|统一|都用|只使用|规定|约定|的(?:规矩|规范|惯例)是|禁止|不用)`,
    raw`^我(?:更)?(?:喜欢|偏好|不喜欢|讨厌)(?!这|那)|^我(?:希望|想让|要)你(?:总是|每次|永远|以后|都|不要|始终)`,
    raw`(?:未经|没有|没经过)我的?(?:同意|允许|许可|确认|批准).{0,8}(?:不要|别|不得|不准|不能|禁止)|(?:不要|别|不准|禁止|请勿).{1,40}(?:除非我|没有我的|未经我)|(?:不要|别).{0,6}(?:没有?问(?:过)?我|没经过我|未经我|不经我)|(?:提交|推送|合并|发布|部署|删除|安装|修改|改|上线).{0,10}(?:前|之前|时|后|之后)(?:都|请)?(?:一定要|必须|务必|要先|都要)|(?:前|之前)(?:请|要|必须|一定要|都要)?先?(?:问(?:一下)?我|跟我确认|征求我)`,
  ],
  rules: raw`(?:规则|规范|约定|规矩|要求).{0,6}[:：]$`,
  own: "(?<!们)我(?!们)|回答|回复",
  shared: "我们|咱们|项目|仓库|团队",
};

export const LANGUAGES: readonly LanguageData[] = [GERMAN, FRENCH, SPANISH, PORTUGUESE, JAPANESE, CHINESE];

export const ENGLISH_TELLING =
  "the is are you we to of and it this that use for with not i don't always never be should must have has please from now when our my your can all new or but if was will add fix run prefer avoid don every write keep make remember by more without at an than into they there these does only instead first also just what how why which uses ever going forward";
