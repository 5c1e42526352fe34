"""How the bot learns the time zones in people's profiles. Run: test_receive_profile_zones.py BOT
[unittest options]"""

import threading

from case import ANN, BOB, EVE, Case, main

NEW = {"versions": ["v1.1", "v1.16"]}
UNSTABLE = {"versions": ["v1.11"], "unstable_features": {"uk.tcpip.msc4133": True}}
MAL, OLD, TZ = "@mal:there", "us.cloke.msc4175.tz", "m.tz"


class ProfileZones(Case):
    def want(self, *users):
        self.say(*(f"!zone {user}" for user in users))

    def expect_told(self, *lines):
        self.wait(lambda: len(self.told("^zone ")) >= len(lines))
        self.settle()
        self.assertEqual(sorted(line.strip() for line in self.told("^zone ")), sorted(lines))

    def asked(self, user, field):
        return self.hs.asked(f"GET .*/profile/{user}/{field}$")

    def test_zone_is_asked_for_once_while_the_question_is_open(self):
        self.hs.versions, self.hs.zones = NEW, {ANN: {TZ: "Europe/Amsterdam"}}
        self.want(ANN, ANN, ANN)
        self.expect_told(f"zone {ANN} Europe/Amsterdam (16)")
        self.assertEqual(len(self.asked(ANN, TZ)), 1)
        self.assertEqual(self.asked(ANN, OLD), [])

    def test_field_that_some_clients_write_is_read_too(self):
        self.hs.versions, self.hs.zones = NEW, {ANN: {OLD: "Asia/Tokyo"}, BOB: {TZ: 9}}
        self.want(ANN, BOB)
        self.expect_told(f"zone {ANN} Asia/Tokyo (10)", f"zone {BOB} none (0)")

    def test_unstable_path_is_used_before_matrix_1_16(self):
        self.hs.versions, self.hs.zones = UNSTABLE, {ANN: {OLD: "Asia/Tokyo"}}
        self.want(ANN)
        self.expect_told(f"zone {ANN} Asia/Tokyo (10)")
        self.assertEqual(len(self.hs.asked("GET /_matrix/client/unstable/uk.tcpip.msc4133/")), 1)

    def test_homeserver_without_such_fields_is_never_asked(self):
        self.want(ANN)
        self.wait(lambda: self.hs.asked("GET /_matrix/client/versions"))
        self.settle()
        self.want(ANN, BOB)
        self.expect(["asks", "knows no zones", "knows no zones"])
        self.assertEqual(self.hs.asked("GET .*/profile/@(ann|bob)"), [])
        self.assertEqual(len(self.hs.asked("GET /_matrix/client/versions")), 1)

    def test_homeserver_that_knows_no_fields_after_all_is_asked_once(self):
        self.hs.versions = NEW
        self.hs.fault("GET .*/profile/@ann", 404, {"errcode": "M_UNRECOGNIZED"}, times=0)
        self.want(ANN)
        self.wait(lambda: self.asked(ANN, TZ))
        self.settle()
        self.want(ANN, BOB)
        self.expect(["asks", "knows no zones", "knows no zones"])
        self.assertEqual(len(self.hs.asked("GET .*/profile/@(ann|bob)")), 1)

    def test_other_server_cannot_say_what_the_homeserver_knows(self):
        self.hs.versions, self.hs.zones = NEW, {ANN: {TZ: "Asia/Tokyo"}}
        self.hs.fault("GET .*/profile/@eve", 404, {"errcode": "M_UNRECOGNIZED"}, times=0)
        self.hs.fault("GET .*/profile/@mal", 429, {"errcode": "M_LIMIT_EXCEEDED",
                                                   "retry_after_ms": 3600000}, times=0)
        self.want(EVE)
        self.expect_told(f"zone {EVE} none (0)")
        self.want(MAL)
        self.expect_told(f"zone {EVE} none (0)", f"zone {MAL} fails")
        self.want(ANN)
        self.expect_told(f"zone {EVE} none (0)", f"zone {MAL} fails", f"zone {ANN} Asia/Tokyo (10)")

    def test_slow_server_holds_up_nobody(self):
        self.hs.versions, self.hs.zones = NEW, {ANN: {TZ: "Asia/Tokyo"}}
        answers = threading.Event()
        self.addCleanup(answers.set)
        self.hs.fault("GET .*/profile/@(eve|mal)", 404, {"errcode": "M_NOT_FOUND"}, until=answers,
                      times=0)
        self.want(EVE, MAL)
        self.wait(lambda: self.asked(EVE, TZ))
        self.want(ANN)
        self.wait(lambda: self.told(f"zone {ANN} Asia/Tokyo"))
        self.expect(["asks", "asks", "asks"])
        # one request at a time for the users of a server, and EVE's has not been answered
        self.assertEqual(self.hs.asked("GET .*/profile/@mal"), [])
        self.assertEqual(self.told("^zone @(eve|mal)"), [])
        answers.set()
        self.wait(lambda: len(self.told("^zone @(eve|mal):there none")) == 2)

    def hang(self, users):
        """Lets each request for a user who matches the pattern hang until the test ends."""
        answers = threading.Event()
        self.addCleanup(answers.set)
        self.hs.fault(f"GET .*/profile/{users}", 404, {"errcode": "M_NOT_FOUND"}, until=answers,
                      times=0)

    def test_slow_servers_of_one_site_get_one_request(self):
        self.hs.versions, self.hs.zones = NEW, {ANN: {TZ: "Asia/Tokyo"}}
        self.hang("@mal")
        self.want("@mal:evil.org:1", "@mal:evil.org:2", "@mal:b.evil.org", ANN)
        self.wait(lambda: self.told(f"^zone {ANN} Asia/Tokyo"))
        self.assertEqual(len(self.asked("@mal.*", TZ)), 1)

    def test_slow_servers_leave_a_request_to_the_own_homeserver(self):
        self.hs.versions, self.hs.zones = NEW, {ANN: {TZ: "Asia/Tokyo"}}
        self.hang("@mal")
        self.want(*(f"@mal:evil{number}.org" for number in range(6)))
        self.wait(lambda: len(self.asked("@mal.*", TZ)) >= 3)
        self.want(ANN)
        self.wait(lambda: self.told(f"^zone {ANN} Asia/Tokyo"))
        self.assertEqual(len(self.asked("@mal.*", TZ)), 3)

    def test_people_of_other_servers_leave_places_to_the_own_homeserver(self):
        self.hs.versions, self.hs.zones = NEW, {ANN: {TZ: "Asia/Tokyo"}}
        self.hang("@mal")
        self.want(*(f"@mal{number}:evil.org" for number in range(70)), ANN)
        self.wait(lambda: self.told(f"^zone {ANN} Asia/Tokyo"))
        self.expect(["asks"] * 32 + ["knows no zones"] * 38 + ["asks"])

    def test_huge_and_damaged_answers_are_no_zone(self):
        self.hs.versions = NEW
        self.hs.zones = {ANN: {TZ: "A" * 100000}, BOB: {TZ: ["Europe/Berlin"]}}
        self.hs.fault(f"GET .*/profile/{EVE}", 200, b"\xff{")
        self.want(ANN, BOB, EVE)
        self.expect_told(f"zone {ANN} none (0)", f"zone {BOB} none (0)", f"zone {EVE} fails")

    def test_request_is_repeated_after_a_rate_limit(self):
        self.hs.versions, self.hs.zones = NEW, {ANN: {TZ: "Asia/Tokyo"}}
        self.hs.fault("GET .*/profile/@ann", 429, {"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 50})
        self.want(ANN)
        self.expect_told(f"zone {ANN} Asia/Tokyo (10)")

    def test_answer_about_somebody_who_is_forgotten_is_dropped(self):
        self.hs.versions, self.hs.zones = NEW, {ANN: {TZ: "Asia/Tokyo"}, EVE: {TZ: "Asia/Tokyo"}}
        answers = threading.Event()
        self.addCleanup(answers.set)
        self.hs.fault("GET .*/profile/@ann", 200, {TZ: "Asia/Tokyo"}, until=answers)
        self.want(ANN)
        self.wait(lambda: self.asked(ANN, TZ))
        self.say("!forget")
        self.want(EVE)
        self.wait(lambda: self.told(f"^zone {EVE}"))
        answers.set()
        self.wait(lambda: self.hs.answering == 0)
        self.expect_told(f"zone {EVE} Asia/Tokyo (10)")


if __name__ == "__main__":
    main()
