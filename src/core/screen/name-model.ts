/** How rare one character is after another in names and words, written by scripts/train-name-model.ts. */

/** Half bits as digits of base 36, a row for each character before: a to z, a digit, a separator, the start. */
export const RARITY =
  "ha89he9ibke697mal685bdgechc9t6dde5ekh89h6fj7gp98e7lppap9bp6icg6in5al89il5hm8e6akmpfjbes7dca3eeh6hfafd9eia9dadijd" +
  "na9r9d87cadhehh996ebc568gce9dkdav7gcf67ip4pkake6ip9cb9pkjcp88p9gfk3fa97mjab9bem8a79hppfij9p4hfh3hpg6khfcf7gkaf9a" +
  "empdlfbpad88abalkjf9846bkb77jbqfobqet7kkh3kkhakckkf7ehk3f8kckkkfgk9fcc3ege6hebdbacka7abkgnfnh9n7edb4ehh5kh7gh7dn" +
  "fa88bjs9sm9s49he4ilk7ijebh67rf9gbiknhrjbr8i877c6h8jdefc9cke65bcitflmbtdb97gcdkdid884a8q6a99bbfhiqdt6kgf5jhcari8h" +
  "i69k5b78enmhmfdrdkkkkkkkekkakkkkkcge0kkkkkkck6hab4fcl7pdcbc6fp998bdhoanmat9h8g5el98ndcfe89jf758gflcmj7t6gaf5fk85" +
  "ljdfh7cq78abiff9qh8taaab6bbkarh686f9r676ghrilkikr4oki3ohk5oklhfboohghgkholk6eo5gff5je86jgch77em79ejecffjhbmae9g7" +
  "emd8mddeib5mee4jijeam76mbbac9dee9kfa97a4nc78fddnieg6n8gmi4mme8mmfid3hmmfmdmimbff6mbbbbbbjnmsnljlkipjfjgnndnp23sa" +
  "98a9bcc9dea9da9la89cbdhpf3ss9a789abb9eda9aa8g878bcchhb7vv";

/** The same for a small and a capital letter, after a small one, a capital and no letter. */
export const CASE_RARITY = "091314";
