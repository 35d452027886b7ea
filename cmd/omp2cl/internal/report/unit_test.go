package report

import "testing"

// TestUnits prints numbers as people read them.
func TestUnits(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{sizeText(0), "0 B"}, {sizeText(1023), "1023 B"}, {sizeText(1024), "1 KiB"}, {sizeText(1500), "1.46 KiB"}, {sizeText(1023 << 10), "1.00 MiB"},
		{sizeText(18 << 20), "18 MiB"}, {sizeText(1<<64 - 1), "16 EiB"},
		{timeText(0), "0 ns"}, {timeText(999), "999 ns"}, {timeText(1500), "1.50 µs"}, {timeText(999_999), "1.00 ms"}, {timeText(99_960_000), "100 ms"},
		{timeText(2_000_000_000), "2 s"}, {timeText(90_061_000_000_000), "90061 s"},
		{rateText(100, 50), "2.00 GB/s"}, {rateText(100, 0), ""}, {rateText(0, 50), ""},
		{shareText(0, 0), "0 %"}, {shareText(0, 5), "0.0 %"}, {shareText(1, 5000), "< 0.1 %"}, {shareText(1, 3), "33 %"}, {shareText(1, 30), "3.3 %"},
		{countText(1, "event"), "1 event"}, {countText(1234567, "event"), "1\u202f234\u202f567 events"}, {groupDigits(-1234), "-1\u202f234"}, {groupDigits(-123), "-123"},
		{times(1), "once"}, {times(2), "twice"}, {times(1000), "1\u202f000 times"},
		{shorten("stencil_c_step_0", 9), "sten…ep_0"}, {shorten("abc", 3), "abc"}, {shorten("größer", 5), "gr…er"},
		{printable("a\x1b[31m\x00\u009b\u202eb"), "a?[31m???b"}, {unpainted("\x1b[1mx\x1b[0my\x1b["), "xy"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
