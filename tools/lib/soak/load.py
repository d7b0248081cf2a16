"""A load program in C beside the soak: its last line of figures, its complaints, its end."""
import subprocess
import threading


class Load:
    """Lines of figures: what was done, wrong ones, per second, then p50, p99 and longest in us."""

    def __init__(self, name, command, folder):
        self.name, self.figures = name, [0.0] * 6
        self.complaints_path = f"{folder}/{name}.complaints"
        with open(self.complaints_path, "wb") as complaints:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=complaints, text=True)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.figures = [float(each) for each in line.split()]

    def end(self, limit):
        """Waits; what was wrong as text, or None."""
        try:
            code = self.process.wait(limit)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = f"none in {limit} s"
        self.reader.join(5)
        with open(self.complaints_path, encoding="utf-8", errors="replace") as file:
            complaints = file.read().strip().splitlines()
        return f"exit status {code}: {'; '.join(complaints[:3])}" if code or complaints else None
