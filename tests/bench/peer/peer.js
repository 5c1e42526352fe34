// The least that a bot can do: it answers a command with the same text.
//
//   ENGARDE_ACCESS_TOKEN=TOKEN [ENGARDE_PEER_MESSAGES=NUMBER] node peer.js HOMESERVER USER
//
// With a number above 1, which need not be whole, it sends so many messages a command on average: the echo and, beside
// it, others.
"use strict";

const Module = require("module");

// The library always loads its encryption, even if nothing is encrypted. That is a binary, which npm ci
// does not download because of --ignore-scripts.
const load = Module._load;
Module._load = function (name, ...rest) {
    return name === "@matrix-org/matrix-sdk-crypto-nodejs" ? {StoreType: {}} : load.call(this, name, ...rest);
};

const {AutojoinRoomsMixin, LogLevel, LogService, MatrixClient} = require("matrix-bot-sdk");

LogService.setLevel(LogLevel.ERROR);
const client = new MatrixClient(process.argv[2], process.env.ENGARDE_ACCESS_TOKEN);
const me = process.argv[3];
const more = Number(process.env.ENGARDE_PEER_MESSAGES ?? 1) - 1;
let owed = 0;

function say(room, body) {
    client.sendMessage(room, {msgtype: "m.notice", body}).catch(error => {
        console.error(error);
        process.exit(1);
    });
}

AutojoinRoomsMixin.setupOnClient(client);
client.on("room.message", (room, event) => {
    const text = event.content?.body;
    if (event.sender === me || !text?.startsWith("!eg "))
        return;
    say(room, text);
    for (owed += more; owed >= 1; owed--)
        say(room, "one more");
});
client.start({
    presence: {not_types: ["*"]},
    account_data: {not_types: ["*"]},
    room: {account_data: {not_types: ["*"]}, ephemeral: {not_types: ["*"]},
        state: {lazy_load_members: true}, timeline: {limit: 50, types: ["m.room.message"]}},
});
