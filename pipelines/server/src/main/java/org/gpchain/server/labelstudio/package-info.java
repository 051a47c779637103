/** The machine learning back end of Label Studio, for labels on text. */
package org.gpchain.server.labelstudio;
