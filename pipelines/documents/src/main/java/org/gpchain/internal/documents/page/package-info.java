/** Common parts of pages and reports: HTML, the colors of types, and properties of a model. */
package org.gpchain.internal.documents.page;
