import assert from "node:assert/strict";
import { test } from "node:test";
import { screen } from "../../../src/core/screen/clean.ts";

const TOLD: readonly (readonly [line: string, secret: string])[] = [
  ["Das Passwort für den Testserver lautet Gartenzaun77, bitte neu starten", "Gartenzaun77"],
  ["melde dich mit Benutzer praktikant und Kennwort zwiebelkuchen3 an", "zwiebelkuchen3"],
  ["die PIN von der SIM im Router ist 6194, sonst kommt er nicht ins Netz", "6194"],
  ["le mot de passe de la base de préprod c'est citronnier58, lance la migration", "citronnier58"],
  ["Connecte-toi avec l'utilisateur marie, mdp : Volets-bleus9", "Volets-bleus9"],
  ["la contraseña del servidor de pruebas es naranjo2019", "naranjo2019"],
  ["entra con usuario soporte y clave tejado.rojo15 y mira los registros", "tejado.rojo15"],
  ["a senha do painel é girassol1984", "girassol1984"],
  ["La password del pannello è Girasole1984, prova", "Girasole1984"],
  ["my pin for the vault is 840273, use it when the prompt comes up", "840273"],
  ["log in as demo-admin / Thistle!Barn6 and click through", "Thistle!Barn6"],
  ['unlock the disk with the passphrase "seven quiet otters borrow the ladder"', "seven quiet otters"],
  ["the passphrase is: gravel ostrich lantern mid tuesday", "gravel ostrich"],
  ["smbclient //nas/scans -U familie%pudding1987 -c ls", "pudding1987"],
  ['nmcli dev wifi connect "Box 7590" password 73920518446620917345', "73920518446620917345"],
  ["keytool -importkeystore -srckeystore a.jks -srcstorepass Bl4ttgold-ks", "Bl4ttgold-ks"],
  ["xfreerdp /v:10.4.0.30 /u:admin /p:Q9w!rlpool_x", "Q9w!rlpool_x"],
  ["ipmitool -I lanplus -H 10.9.1.4 -U ADMIN -P Gr8ckle55 chassis power status", "Gr8ckle55"],
  ["lftp -u ftp_web,xK3.vn-82Tb sftp://web44.example.org", "xK3.vn-82Tb"],
];

for (const [line, secret] of TOLD) {
  test(`${secret} is kept out of: ${line.slice(0, 50)}`, () => assert.ok(!screen(line).text.includes(secret)));
}

const HARMLESS: readonly string[] = [
  "Das Passwort für den Testserver steht im Tresor",
  "das Kennwort muss mindestens 12 Zeichen haben",
  "le mot de passe doit contenir 8 caractères",
  "la contraseña debe tener 10 caracteres",
  "la clave primaria de la tabla es id_pedido",
  "a senha expira em 90 dias",
  "pin the version to 1.4.2 in package.json",
  "pin 12 of the header is ground",
  "log in as admin / open the settings",
  'the word "passphrase" stands in the title of the page',
  "mysql -u root -p shop_2024 < dump.sql",
  "-----BEGIN PRIVATE KEY-----\\n...\\n-----END PRIVATE KEY-----",
  "/p:Platform=x64 is how msbuild is told",
  "session=none in the log means nobody was there",
];

for (const line of HARMLESS) {
  test(`nothing is taken for a secret in: ${line.slice(0, 60)}`, () => assert.equal(screen(line).outcome, "clean"));
}
