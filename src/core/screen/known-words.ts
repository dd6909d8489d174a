/** Word lists that tell text about secrets, and ordinary sentences, from secrets. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));
export const GENERIC = words(
  "null nil none undefined void true false yes no on off string str text number int integer bool boolean any object " +
    "bytes char varchar uuid uint8 uint8array int32 uint32 int64 uint64 float32 float64 unknown optional required hidden visible masked enabled disabled empty blank default " +
    "invalid valid missing wrong incorrect expired changed updated reset forgotten protected encrypted hashed plain " +
    "plaintext cleartext ask prompt stdin env file vault keychain keyring pass password passwd passphrase passcode pwd " +
    "secret secrets token tokens key apikey api_key api-key credentials auth bearer basic test tests testing foo bar baz " +
    "qux user username admin login value values name type id data self this that here it not set unset used stored sent " +
    "generated rotated auto automatic manual internal external public private readonly inherit input output field " +
    "const let var return function async await new typeof class import export from literal identifier keyword",
);
// With these words, a label is about a secret instead of naming one.
export const ABOUT = words(
  "id ids name names count counts type types url uri urls endpoint path paths file filename files dir length len size " +
    "hash hashed hashes digest field fields policy strategy expiry expires expired expiration ttl timeout age limit limits " +
    "minimum maximum rule rules regex pattern label placeholder hint prompt reset input form schema validator validation " +
    "manager provider service ref arn version index position status state required enabled disabled strength kind scope " +
    "scopes audience issuer budget usage used rate window rotation header param alias column algorithm alg format prefix " +
    "suffix encoding error message at env variable location link page route view screen dialog modal button changed updated " +
    "created mount volume resource group selector stdin source reader writer parser store bucket max min num total public " +
    "completion cached reasoning context pub csrf xsrf next prev previous continuation cursor sort primary fingerprint " +
    "foreign partition cache forgot test mock vocab vocabulary chars characters words checker",
);
/** Words of sentences and captions, besides GENERIC; a pass phrase has none of them. */
export const IN_SENTENCES = words(
  "the and for with are was were has have must should can may will would you your our their these into when then " +
    "than but use uses using enter confirm change forgot forget repeat current old again please match matches does " +
    "did don cannot without too short long least minimum characters between only all one two less more same " +
    "different create update delete show hide see get make strength help form page screen button dialog link " +
    "manager length policy rules rule based per via",
);
/** Said of a password; words of GENERIC and with an ending such as `-able` are left out. */
export const DESCRIBING = words(
  "correct right there gone safe weak strong short known fine okay good stale clear unique random simple complex ready " +
    "today tomorrow same above below inside outside next first last someone something nothing everything mine yours " +
    "theirs still again always maybe though easy hard different public present enough about access",
);
/** With these words, random characters are an id, a hash, an address or a public key. */
export const PUBLIC = words(
  "h1 sha sha1 sha256 sha512 md5 commit rev revision version digest hash checksum integrity fingerprint etag nonce url uri " +
    "http https path image tag id ids cid name release dsn email host hosts address ssh iv count next page cursor csrf cache " +
    "primary foreign partition sort public publishable pk pub pubkey req msg toolu call chatcmpl run thread resp evt cus rec ses " +
    "session trace span obj chunk asset img build account user data content src mappings icon font svg body signature",
);
/** What starts a key that is written in hex. */
export const KEY_PREFIXES = words("key sk pat token live test prod api secret");
