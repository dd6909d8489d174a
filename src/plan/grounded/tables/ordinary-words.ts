/** Filler words of requests: they say little or nothing about which command is meant. */
import { rootOf } from "../../../core/text/stem.ts";

const WORDS = `
  able about above absolutely accept across actual actually afraid afternoon against ago agree ahead allow almost
  alone along already also although always among anybody anymore anyone anything anyway anywhere apart apparently
  appear around assume auto automatic automatically avoid aware away bad basically bear because become before behind
  believe belong below best better between beyond bigger bit boss both bother break breaking breaks briefly busy but
  came care careful carefully case catch cause certain certainly choose cleanly clear clearly close colleague
  colleagues come complete completely concern consider contain continue convince cope copy correctly cost couple
  curious current currently customer customers dare day deadline deal decide decided definitely demand deny depend
  deserve desire despite different discover dislike done doubt down during each early easier easy eating either else
  end enjoy enough ensure entirely especially even evening ever everybody everyone everything exactly except existing
  expect extra eye fact fair far faster fear feature feel few figure fill final finally fine finish finished fit
  follows forget forgive found free fresh freshly front fully further gather gave gets getting given gives glad go
  goes going gone good got gotten grateful great green guess guys had half hand handy happen happened happening
  happily happy hard harder has hate he hear held hence her hers him his hogging hold hope hopefully hour hours how
  however hurt idea ignore imagine important improve in include inside instead intend interested into involved keen
  keep keeps kept kind kindly knew know known lack laptop late lately later lead learn least leave left less let lets
  lie life like likely line listen literally little long longer look looking looks lose lot lots lunch machine made
  mainly manage manager manually many matter maybe mean means meant meantime meanwhile meeting mention merely mess
  mind mine minus minute minutes miss moment month months more morning most mostly move much myself name near nearly
  neat neatly necessary nervous never newly next nice nicely nicer night nobody none nothing notice nowadays nowhere
  obtain obvious obviously occupied occupying off offer often oh old once ones onto order ordinary other others
  otherwise our ours out outside over owe own pair part particular past pending people per perfect perhaps person
  piece pieces place places plain please plenty plus point poor possible possibly prefer pretend pretty prevent
  probably promise proper properly prove provide purpose put puts question quicker quietly quite raise rather reach
  ready real realise realize really reason receive recommend red refer refuse regard regret remaining remember remind
  repeat reply repo represent require respond rest reveal reviewer rid right road room rough roughly round safely
  same second seconds seek seem seems seen sense sent settle several shape she short sick side simple simply since
  single situation slightly slow slower slowly small smaller smell solve someone something sometimes somewhat
  somewhere soon sorry sort sound space spare speak spend spot sprint stand standing standup stay step steps stick
  still straight strange strictly stuff such suddenly suffer suggest suit suppose sure surprise survive suspect
  system take taken takes taking talk team tell tend than thank that their them themselves then therefore they thing
  think third thoroughly though thought through throw thus till time times tired today together told tomorrow tonight
  too took tools top totally touch toward towards tried trouble true trust truth try trying turn twice two unable
  uncommitted under understand unless unlike unsure until upon us useful usual usually various very via wait walk
  wanted wants warm warn waste we wear week weekend weeks well went were whatever whenever where wherever whichever
  whoever whole whom whose why willing win wish within wonder work worry worth wrong year years yesterday yet you
  yourself`;

let list: string | undefined;

/** Matches any form of the word. The list is searched as one text, because splitting it takes longer than all the rest. */
export function isOrdinary(word: string): boolean {
  list ??= ` ${WORDS.trim().replace(/\s+/g, " ")} `;
  const root = rootOf(word);
  return [word, root, `${root}e`].some((form) => list?.includes(` ${form} `));
}
