/// Colours, layout and the readout of the page.
enum PageStyle {
    /// Lines differ in pattern too, so that nobody needs to tell colours apart.
    static let css = """

        :root { --back: #ffffff; --card: #f6f7f9; --ink: #1b1f24; --soft: #57606a; --grid: #d8dee4;
          --good: #1a7f37; --bad: #cf222e; --c1: #0969da; --c2: #bc4c00; --c3: #6e40c9;
          --c4: #cf222e; --c5: #9a6700; --c6: #0550ae; --c7: #bf3989; }
        @media (prefers-color-scheme: dark) {
          :root { --back: #0d1117; --card: #161b22; --ink: #e6edf3; --soft: #9da7b3; --grid: #30363d;
            --good: #3fb950; --bad: #ff7b72; --c1: #58a6ff; --c2: #ffa657; --c3: #d2a8ff;
            --c4: #ff7b72; --c5: #e3b341; --c6: #79c0ff; --c7: #ff9bce; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--back); color: var(--ink);
          font: 15px/1.45 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
        main { max-width: 1080px; margin: 0 auto; padding: 24px 16px 48px; }
        h1 { font-size: 22px; margin: 0 0 16px; overflow-wrap: anywhere; }
        h2 { font-size: 16px; margin: 0 0 4px; }
        .verdict { border-left: 5px solid var(--good); background: var(--card); padding: 10px 16px;
          margin-bottom: 20px; }
        .verdict.bad { border-color: var(--bad); }
        .verdict p { margin: 0; font-weight: 600; }
        .verdict ul { margin: 8px 0 0; padding-left: 20px; font-variant-numeric: tabular-nums; }
        .tables { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 20px 32px;
          margin-bottom: 24px; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { text-align: right; padding: 3px 0 3px 20px; border-bottom: 1px solid var(--grid);
          vertical-align: top; }
        th { color: var(--soft); font-weight: 600; }
        th:first-child, td:first-child { text-align: left; padding-left: 0; }
        figure { margin: 0 0 24px; padding: 16px; background: var(--card); border-radius: 8px; }
        figure svg { display: block; width: 100%; height: auto; }
        .caption { color: var(--soft); margin: 0 0 8px; font-size: 13px; }
        .grid { stroke: var(--grid); stroke-width: 1; }
        .tick { fill: var(--soft); font-size: 11px; }
        .tick.end { text-anchor: end; } .tick.middle { text-anchor: middle; }
        .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
        .area { stroke: none; fill-opacity: 0.35; }
        .s1 { stroke: var(--c1); } .area.s1 { fill: var(--c1); }
        .s2 { stroke: var(--c2); stroke-dasharray: 7 3; } .area.s2 { fill: var(--c2); }
        .s3 { stroke: var(--c3); stroke-dasharray: 2 3; } .area.s3 { fill: var(--c3); }
        .s4 { stroke: var(--c4); stroke-dasharray: 10 3 2 3; } .area.s4 { fill: var(--c4); }
        .s5 { stroke: var(--c5); } .area.s5 { fill: var(--c5); }
        .s6 { stroke: var(--c6); } .area.s6 { fill: var(--c6); }
        .s7 { stroke: var(--c7); } .area.s7 { fill: var(--c7); }
        .area.s1, .area.s2, .area.s3, .area.s4, .area.s5, .area.s6, .area.s7 { stroke: none; }
        .legend { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 8px 0 0;
          padding: 0; font-size: 13px; }
        .legend svg { display: inline-block; width: 28px; height: 10px; margin-right: 6px; }
        .cross { stroke: var(--ink); stroke-width: 1; visibility: hidden; }
        .readout { min-height: 1.4em; margin: 4px 0 0; font-size: 13px; white-space: pre-wrap;
          font-variant-numeric: tabular-nums; }
        .notes td { text-align: left; overflow-wrap: anywhere; }
        .notes thead { display: none; }
        .empty { color: var(--soft); }

        """

    /// Shows the numbers under the pointer.
    static let script = """

        document.querySelectorAll("[data-chart]").forEach(function (figure) {
          var svg = figure.querySelector("svg"), cross = figure.querySelector(".cross");
          var readout = figure.querySelector(".readout");
          var rows = JSON.parse(figure.querySelector("script").textContent);
          if (!rows.length) return;
          svg.addEventListener("pointermove", function (event) {
            var box = svg.getBoundingClientRect();
            var x = (event.clientX - box.left) / box.width * svg.viewBox.baseVal.width;
            var best = rows.reduce(function (a, b) {
              return Math.abs(b[0] - x) < Math.abs(a[0] - x) ? b : a;
            });
            cross.setAttribute("x1", best[0]); cross.setAttribute("x2", best[0]);
            cross.style.visibility = "visible"; readout.textContent = best[1];
          });
          svg.addEventListener("pointerleave", function () {
            cross.style.visibility = "hidden"; readout.textContent = "";
          });
        });

        """
}
